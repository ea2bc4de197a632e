import * as v from 'valibot'
import type { HostClock } from './host-clock.ts'

/** How the sandbox's clock differs from the real one. */
export const clockSetting = v.object({
  /** Milliseconds added to the real time. */
  offsetMs: v.pipe(v.number(), v.safeInteger()),
  /** The instant at which the clock is frozen, in milliseconds; null while it runs. */
  frozenAtMs: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
})

/** How the sandbox's clock differs from the real one. */
export interface ClockSetting extends v.InferOutput<typeof clockSetting> {}

/** The clock of the service, which tests can move. */
export interface SandboxClock {
  /** Milliseconds since 1970. */
  readonly nowMs: () => number
  /** Whole seconds since 1970. */
  readonly nowSeconds: () => number
  /** Whether the clock is frozen. */
  readonly isFrozen: boolean
}

/** Setting of a clock that shows real time. */
export const realClock: ClockSetting = { offsetMs: 0, frozenAtMs: null }

/** The clock for a stored setting and the real time. */
export function clockOf(setting: ClockSetting, host: HostClock): SandboxClock {
  const nowMs = () => setting.frozenAtMs ?? host.nowMs() + setting.offsetMs
  return {
    nowMs,
    nowSeconds: () => Math.floor(nowMs() / 1000),
    isFrozen: setting.frozenAtMs !== null,
  }
}

/**
 * Largest number of seconds with 11 digits, in the year 5138. A larger number was meant in
 * milliseconds.
 */
const lastSecond = 99_999_999_999
const inMilliseconds = 'must be seconds, not milliseconds'

const span = v.pipe(
  v.number('must be seconds'),
  v.minValue(-lastSecond, inMilliseconds),
  v.maxValue(lastSecond, inMilliseconds),
)

/** A change of the clock; instants and spans are in seconds. */
export const clockChange = v.union([
  v.strictObject({
    freezeAt: v.pipe(
      v.number('must be unix seconds'),
      v.minValue(0),
      v.maxValue(lastSecond, inMilliseconds),
    ),
  }),
  v.strictObject({ freeze: v.literal(true) }),
  v.strictObject({ advanceSeconds: span }),
  v.strictObject({ offsetSeconds: span }),
  v.strictObject({ run: v.literal(true) }),
])

/** Stops, moves or resets the clock: `run` goes back to the real time. */
export type ClockChange = v.InferOutput<typeof clockChange>

/**
 * Applies a change to the clock's setting. A frozen clock that is advanced stays frozen; an offset
 * sets the clock going again.
 */
export function changeClock(
  setting: ClockSetting,
  change: ClockChange,
  host: HostClock,
): ClockSetting {
  if ('run' in change) return realClock
  if ('freeze' in change) return { ...setting, frozenAtMs: clockOf(setting, host).nowMs() }
  if ('freezeAt' in change) return { ...setting, frozenAtMs: Math.round(change.freezeAt * 1000) }
  if ('offsetSeconds' in change) {
    return { offsetMs: Math.round(change.offsetSeconds * 1000), frozenAtMs: null }
  }
  const advanceMs = Math.round(change.advanceSeconds * 1000)
  return setting.frozenAtMs === null
    ? { ...setting, offsetMs: setting.offsetMs + advanceMs }
    : { ...setting, frozenAtMs: Math.max(0, setting.frozenAtMs + advanceMs) }
}
