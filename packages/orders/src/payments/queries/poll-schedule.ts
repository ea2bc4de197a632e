import { jittered } from '../../pacing/backoff.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** How long after its expiry an unpaid attempt is marked as expired. */
export const expiryGraceMs = 60 * second

interface Step {
  readonly after: 'creation' | 'expiration'
  readonly offsetMs: number
}

/**
 * When an unpaid attempt is queried. A callback may never arrive, so these queries alone must find
 * every payment; the last ones find a payment that came after the expiry. Assumes G-10.
 */
const steps: readonly Step[] = [
  { after: 'creation', offsetMs: 30 * second },
  { after: 'creation', offsetMs: 60 * second },
  { after: 'creation', offsetMs: 2 * minute },
  { after: 'creation', offsetMs: 5 * minute },
  { after: 'expiration', offsetMs: 0 },
  { after: 'expiration', offsetMs: expiryGraceMs },
  { after: 'expiration', offsetMs: 15 * minute },
  { after: 'expiration', offsetMs: hour },
  { after: 'expiration', offsetMs: 24 * hour },
]

/** Position of an attempt in the schedule. */
export interface PollPosition {
  /** The first step that may be due next. */
  readonly step: number
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

/** The next poll of an attempt. */
export interface NextPoll {
  readonly step: number
  readonly atMs: number
}

function timeOf(step: Step, position: PollPosition, random: () => number): number {
  if (step.after === 'creation') return position.createdAtMs + jittered(step.offsetMs, random)
  // The step that marks an attempt as expired must not come before the grace period is over.
  const offsetMs = jittered(step.offsetMs, random)
  const atLeastMs = step.offsetMs === expiryGraceMs ? expiryGraceMs : 0
  return position.expiresAtMs + Math.max(offsetMs, atLeastMs)
}

/**
 * The next poll of an attempt, with a jitter of at most a fifth. Steps in the past are skipped.
 *
 * @returns `undefined` when the schedule is over
 */
export function nextPoll(
  position: PollPosition,
  now: number,
  random: () => number,
): NextPoll | undefined {
  let earliest: NextPoll | undefined
  for (const [index, step] of steps.entries()) {
    if (index < position.step) continue
    const atMs = timeOf(step, position, random)
    // A payment with a short life expires before the last steps that count from its creation.
    if (atMs > now && (earliest === undefined || atMs < earliest.atMs)) {
      earliest = { step: index, atMs }
    }
  }
  return earliest
}
