import { checkContext } from '../check-context.ts'
import type { Clock } from '../clock.ts'
import type { CallbackRecord, RecordOutcome } from './callback-record.ts'
import { writeAlone, type WriteCallbacks } from './record-callback.ts'

/** Maximum number of callbacks in one batch. Larger batches make the next callbacks wait longer. */
export const maxGroupSize = 16
/**
 * How long a callback waits for the batch of another request before its own request writes it
 * alone.
 */
const maxWaitMs = 1_000

/** How long other work yields to the recording of callbacks at most. */
const maxYieldMs = 100
/** How long after the last batch more callbacks are expected. */
const arrivingMs = 50

/** Maximum extra wait of a piece of work whose timer fired late. */
const maxLateMs = 20

/**
 * What a waiting request gets: its outcome, or the order to write the next batch (`lead`) or only
 * its own callback (`alone`).
 */
type Turn = RecordOutcome | 'lead' | 'alone'

interface Waiting {
  readonly callback: CallbackRecord
  readonly tell: (turn: Turn) => void
}

/** Groups callbacks that arrive together into one database batch. */
export interface CallbackGroup {
  /**
   * Stores a callback, alone or in one batch with callbacks of other requests.
   *
   * @param write the write function of this request. It may be called with callbacks of other
   *   requests too, and again with this callback alone, so it must accept a callback that is
   *   already stored
   * @returns the outcome, after the callback is durable
   * @throws the error of `write` for this callback alone
   */
  record(write: WriteCallbacks, callback: CallbackRecord): Promise<RecordOutcome>
  /**
   * Yields to the recording of callbacks. Other work of the isolate calls this before each piece of
   * work.
   *
   * While callbacks keep arriving, each piece continues in its own turn of the event loop: a
   * runtime accepts new requests only when it is idle, and work without pauses prevents that.
   *
   * @param spacingMs wait of a piece while callbacks keep arriving, in milliseconds; one turn of the
   *   event loop when left out. When a wait ends late because the thread was busy, it is extended
   *   by the delay, at most 20 ms
   * @returns whether it waited for a batch. It waits until the running batch has ended, one piece
   *   after another, and 100 ms at most; it does not wait when no batch is running
   */
  yieldToCallbacks(spacingMs?: number): Promise<boolean>
}

/**
 * Background work that waits for the running batch of callbacks, and pauses between pieces while
 * callbacks keep arriving.
 */
function createBackground(
  clock: Clock,
  { isLed, areArriving }: { readonly isLed: () => boolean; readonly areArriving: () => boolean },
) {
  const waiting = new Set<() => void>()

  /** Resumes the piece that has waited longest. */
  function resumeOldest(): void {
    for (const tell of waiting) {
      waiting.delete(tell)
      tell()
      return
    }
  }

  /**
   * Resumes the next piece in its own turn, so that a callback that arrives meanwhile does not
   * queue behind all pieces.
   */
  async function resumeOldestLater(): Promise<void> {
    await clock.sleep(0)
    if (!isLed()) resumeOldest()
  }

  /**
   * Waits, and longer when the thread was busy: at fixed intervals the background work would leave
   * no time for recording.
   */
  async function waitSpacing(ms: number): Promise<void> {
    const from = clock.now()
    await clock.sleep(ms)
    const lateMs = clock.now() - from - ms
    if (ms > 0 && lateMs > 1 && areArriving()) {
      await clock.sleep(Math.min(lateMs, maxLateMs))
    }
  }

  return {
    resumeOldest,
    waitSpacing,
    async wait(): Promise<void> {
      let tell = () => {}
      const ended = new Promise<void>((resolve) => (tell = resolve))
      waiting.add(tell)
      const deadline = clock.alarm(maxYieldMs)
      try {
        await Promise.race([ended, deadline.rings])
      } finally {
        deadline.off()
        waiting.delete(tell)
        if (waiting.size > 0) void resumeOldestLater()
      }
    },
  }
}

/**
 * Creates a group; use one per isolate.
 *
 * While a batch is being written, the callbacks of other requests wait. The first of them then
 * writes all that are waiting. A single callback does not wait. No request depends on another
 * request, which the runtime may cancel: each waits for a second at most and then writes its
 * callback alone. When a batch fails, each request also writes alone, because another callback may
 * have caused the failure.
 *
 * In Workers one request resolves the promise of another here. The runtime must support this:
 * compatibility flag `handle_cross_request_promise_resolution`, which every current compatibility
 * date enables.
 */
export function createCallbackGroup(clock: Clock): CallbackGroup {
  checkContext('createCallbackGroup', clock, ['now', 'sleep', 'alarm'])
  const waiting: Waiting[] = []
  let leadingSince = 0
  let leader: symbol | undefined

  /** Whether a request is writing a batch and is not overdue. */
  const isLed = () => leader !== undefined && clock.now() - leadingSince < maxWaitMs
  const areArriving = () => clock.now() - leadingSince < arrivingMs
  const background = createBackground(clock, { isLed, areArriving })

  function becomeLeader(): symbol {
    const me = Symbol('leader')
    leader = me
    leadingSince = clock.now()
    return me
  }

  function stepDown(me: symbol): void {
    background.resumeOldest()
    // This request was overdue, and another request has taken over.
    if (leader !== me) return
    leader = undefined
    const next = waiting.shift()
    if (next === undefined) return
    becomeLeader()
    next.tell('lead')
  }

  async function lead(write: WriteCallbacks, callback: CallbackRecord): Promise<RecordOutcome> {
    const me = becomeLeader()
    const others = waiting.splice(0, maxGroupSize - 1)
    try {
      const [mine, ...theirs] = await write([callback, ...others.map((other) => other.callback)])
      for (const [index, { tell }] of others.entries()) tell(theirs[index] ?? 'alone')
      if (mine !== undefined) return mine
    } catch (error) {
      for (const { tell } of others) tell('alone')
      if (others.length === 0) throw error
    } finally {
      stepDown(me)
    }
    return writeAlone(write, callback)
  }

  async function waitForTurn(callback: CallbackRecord): Promise<Turn> {
    let entry: Waiting | undefined
    const turn = new Promise<Turn>((resolve) => {
      entry = { callback, tell: resolve }
      waiting.push(entry)
    })
    const deadline = clock.alarm(maxWaitMs)
    try {
      return await Promise.race([turn, deadline.rings.then(() => 'alone' as const)])
    } finally {
      // The alarm is turned off here and not by the request that resolves the promise, because a
      // timer belongs to the request that set it.
      deadline.off()
      const place = waiting.findIndex((other) => other === entry)
      if (place >= 0) waiting.splice(place, 1)
    }
  }

  return {
    async record(write, callback) {
      const turn = isLed() ? await waitForTurn(callback) : 'lead'
      if (turn === 'lead') return lead(write, callback)
      return turn === 'alone' ? writeAlone(write, callback) : turn
    },
    async yieldToCallbacks(spacingMs = 0) {
      if (areArriving() && (spacingMs > 0 || !isLed())) await background.waitSpacing(spacingMs)
      if (!isLed()) return false
      await background.wait()
      return true
    },
  }
}
