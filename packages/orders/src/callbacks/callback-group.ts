import type { AlarmClock } from '../clock.ts'
import type { CallbackRecord, RecordOutcome } from './callback-record.ts'
import { writeAlone, type WriteCallbacks } from './record-callback.ts'

/** Callbacks of one batch: the more there are, the longer the next ones wait for it. */
export const groupMax = 16
/** How long a callback waits for the batch of another request before it is written alone. */
const longestWaitMs = 1_000

/** How long other work gives way to the recording of callbacks. */
const longestGiveWayMs = 100
/** How long after the last batch of callbacks another one is reckoned with. */
const arrivingMs = 50

/** How much longer a piece waits at most when its wait came to an end late. */
const longestLateMs = 20

/** What a waiting request is told: its outcome, or that it must write the next batch or itself alone. */
type Turn = RecordOutcome | 'lead' | 'alone'

interface Waiting {
  readonly callback: CallbackRecord
  readonly tell: (turn: Turn) => void
}

/** Puts callbacks that arrive together on disk together. */
export interface CallbackGroup {
  /**
   * Puts a callback on disk, alone or with those of other requests.
   *
   * @param write of this request: it may be called with callbacks of others too, and again with this
   *   one alone, so a callback that is on disk already must be no mistake
   * @returns once it is durable
   * @throws what `write` throws for this callback alone
   */
  record(write: WriteCallbacks, callback: CallbackRecord): Promise<RecordOutcome>
  /**
   * Lets the recording of callbacks go first: for other work of the isolate, before each piece of it.
   *
   * While callbacks keep arriving, each piece goes on in a turn of its own: a runtime looks for new requests when nothing
   * else is left to do, and work that goes on without a pause keeps it from that.
   *
   * @param apartMs how long a piece waits while callbacks keep arriving, in milliseconds; a turn when left out. A wait that
   *   ends late, since the thread was busy, is followed by another of as many milliseconds as it was late, 20 at most
   * @returns whether it had to wait for a batch: not when none is under way, else until such a batch has ended, one piece
   *   after another, and 100 milliseconds at most
   */
  giveWay(apartMs?: number): Promise<boolean>
}

/** Other work that waits for the batch of callbacks that is under way, and between pieces while callbacks keep arriving. */
function createBackground(
  clock: AlarmClock,
  { isLed, areArriving }: { readonly isLed: () => boolean; readonly areArriving: () => boolean },
) {
  const waiting = new Set<() => void>()

  /** Lets the one go on that waits longest. */
  function goOn(): void {
    for (const tell of waiting) {
      waiting.delete(tell)
      tell()
      return
    }
  }

  /** Lets the next go on in a turn of its own, so that what arrives meanwhile is not behind all of them. */
  async function passOn(): Promise<void> {
    await clock.sleep(0)
    if (!isLed()) goOn()
  }

  /** Waits, and longer when the thread was busy: work at fixed intervals would leave recording no time then. */
  async function waitApart(ms: number): Promise<void> {
    const from = clock.now()
    await clock.sleep(ms)
    const lateMs = clock.now() - from - ms
    if (ms > 0 && lateMs > 1 && areArriving()) {
      await clock.sleep(Math.min(lateMs, longestLateMs))
    }
  }

  return {
    goOn,
    waitApart,
    async wait(): Promise<void> {
      let tell = () => {}
      const ended = new Promise<void>((resolve) => (tell = resolve))
      waiting.add(tell)
      const longestWait = clock.alarm(longestGiveWayMs)
      try {
        await Promise.race([ended, longestWait.rings])
      } finally {
        longestWait.off()
        waiting.delete(tell)
        if (waiting.size > 0) void passOn()
      }
    },
  }
}

/**
 * Makes a group, one for an isolate.
 *
 * While a batch is under way, the callbacks of other requests wait; the first of them writes all that
 * wait by then. One that comes alone does not wait at all. No request depends on another, which may be cut
 * off: each waits for a second at most and then writes alone. So does each when a batch fails, because the
 * batch may have failed on the callback of another.
 *
 * In Workers one request resolves the promise of another here: the runtime must hand it over, as the
 * compatibility flag `handle_cross_request_promise_resolution` says and every present date does.
 */
export function createCallbackGroup(clock: AlarmClock): CallbackGroup {
  const waiting: Waiting[] = []
  let leadingSince = 0
  let leader: symbol | undefined

  /** Whether a request is writing that is not overdue. */
  const isLed = () => leader !== undefined && clock.now() - leadingSince < longestWaitMs
  const areArriving = () => clock.now() - leadingSince < arrivingMs
  const background = createBackground(clock, { isLed, areArriving })

  function becomeLeader(): symbol {
    const me = Symbol('leader')
    leader = me
    leadingSince = clock.now()
    return me
  }

  function stepDown(me: symbol): void {
    background.goOn()
    // Another request has taken over from one that was overdue.
    if (leader !== me) return
    leader = undefined
    const next = waiting.shift()
    if (next === undefined) return
    becomeLeader()
    next.tell('lead')
  }

  async function lead(write: WriteCallbacks, callback: CallbackRecord): Promise<RecordOutcome> {
    const me = becomeLeader()
    const others = waiting.splice(0, groupMax - 1)
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
    const longestWait = clock.alarm(longestWaitMs)
    try {
      return await Promise.race([turn, longestWait.rings.then(() => 'alone' as const)])
    } finally {
      // Here and not where it is told: a timer belongs to the request that has set it.
      longestWait.off()
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
    async giveWay(apartMs = 0) {
      if (areArriving() && (apartMs > 0 || !isLed())) await background.waitApart(apartMs)
      if (!isLed()) return false
      await background.wait()
      return true
    },
  }
}
