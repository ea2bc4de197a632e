/**
 * Maximum pieces of work that use a connection at once. An invocation has six connections; the
 * sixth is for the database.
 */
export const maxConnections = 5
/** Maximum pieces that are being asked or settled at once. */
const maxUnderWay = 20

/** The last pieces of a source. */
export interface LastPieces<Item> {
  readonly last: readonly Item[]
  /**
   * Whether more pieces become available after these, or after the running pieces: the source is
   * asked again when all of them are done.
   */
  readonly unlocksMore?: boolean
}

/**
 * The result of taking from a source: the next pieces (none when the source is exhausted); the
 * `last` ones, when no further piece can be taken besides them; `full` when no piece may begin
 * until a running one is done.
 */
export type Taken<Item> = readonly Item[] | LastPieces<Item> | 'full'

/** A source of work that is taken a few pieces at a time. */
export interface WorkSource<Item> {
  /**
   * Takes the next pieces.
   *
   * @param underWay number of pieces, of all sources, that are taken and not done
   */
  take(underWay: number): Promise<Taken<Item>>
  /**
   * How many of the taken pieces may begin; all of them when left out.
   *
   * @param begun number of pieces, of all sources, that have begun and are not done
   */
  room?(begun: number): number
  /**
   * Releases taken pieces that may not begin, when fewer than {@link maxConnections} running pieces could
   * make room for them.
   */
  release?(items: readonly Item[]): Promise<void>
}

/** The two steps of a piece of work. */
export interface Steps<Item, Asked> {
  /** Calls an external service, which uses one of the connections. */
  readonly ask: (item: Item) => Promise<Asked>
  /** Stores the result, while other pieces are asking. */
  readonly settle: (asked: Asked) => Promise<void>
  /** Called with the number of asking pieces whenever it changes. */
  readonly onAsking?: (pieces: number) => void
}

/** A source with its taken pieces. */
class SourceQueue<Item> {
  readonly source: WorkSource<Item>
  readonly taken: Item[] = []
  asking = 0
  settling = 0
  /** Whether nothing more can be taken from the source. */
  isExhausted = false
  #unlocksWhenDone = false

  constructor(source: WorkSource<Item>) {
    this.source = source
  }

  get isIdle(): boolean {
    return !this.isExhausted && this.asking === 0
  }

  get hasEnded(): boolean {
    return this.isExhausted && this.taken.length === 0
  }

  get underWay(): number {
    return this.taken.length + this.asking + this.settling
  }

  /** Queues taken pieces until they may begin. */
  add(given: Exclude<Taken<Item>, 'full'>): void {
    const isLast = 'last' in given
    const items = isLast ? given.last : given
    this.taken.push(...items)
    this.isExhausted = isLast || items.length === 0
    this.#unlocksWhenDone = isLast && given.unlocksMore === true && this.underWay > 0
  }

  /** Records that a piece is done, which may unblock others. */
  onDone(): void {
    if (!this.#unlocksWhenDone || this.underWay > 0) return
    this.#unlocksWhenDone = false
    this.isExhausted = false
  }
}

class WorkPool<Item, Asked> {
  readonly #queues: readonly SourceQueue<Item>[]
  readonly #steps: Steps<Item, Asked>
  readonly #failures: unknown[] = []
  #isTaking = false
  /** Whether a source has no room for a further piece until a running one is done. */
  #isFull = false
  #releasing = 0
  #end = () => {}

  constructor(sources: readonly WorkSource<Item>[], steps: Steps<Item, Asked>) {
    this.#queues = sources.map((source) => new SourceQueue(source))
    this.#steps = steps
  }

  async run(): Promise<void> {
    const ended = new Promise<void>((resolve) => (this.#end = resolve))
    this.#advance()
    await ended
    if (this.#failures.length > 0) throw this.#failures[0]
  }

  #count(of: 'asking' | 'settling' | 'underWay'): number {
    return this.#queues.reduce((sum, queue) => sum + queue[of], 0)
  }

  #reportAsking(): void {
    this.#steps.onAsking?.(this.#count('asking'))
  }

  /** Whether a queue may use one more connection: every other queue with work needs one. */
  #hasRoom(queue: SourceQueue<Item>): boolean {
    const asking = this.#count('asking')
    if (asking >= maxConnections || this.#begun >= maxUnderWay) return false
    const waiting = this.#queues.filter((other) => other !== queue && other.isIdle)
    return queue.asking === 0 || asking + waiting.length < maxConnections
  }

  #mayBegin({ source }: SourceQueue<Item>): boolean {
    return source.room === undefined || source.room(this.#begun) > 0
  }

  get #begun(): number {
    return this.#count('asking') + this.#count('settling')
  }

  async #release(queue: SourceQueue<Item>): Promise<void> {
    this.#releasing += 1
    try {
      await queue.source.release?.(queue.taken.splice(0))
      queue.isExhausted = false
    } catch (error) {
      this.#failures.push(error)
    }
    this.#releasing -= 1
    this.#isFull = false
    this.#advance()
  }

  async #takeMore(queue: SourceQueue<Item>): Promise<void> {
    this.#isTaking = true
    try {
      const underWay = this.#count('underWay')
      const given = await queue.source.take(underWay)
      // Pieces that finished while the source answered have made room that it did not know of.
      if (given === 'full') this.#isFull = this.#count('underWay') >= underWay
      else queue.add(given)
    } catch (error) {
      queue.isExhausted = true
      this.#failures.push(error)
    }
    this.#isTaking = false
    // No running piece could make room.
    if (this.#isFull && this.#count('underWay') + this.#releasing === 0) {
      for (const one of this.#queues) one.isExhausted = true
    }
    this.#advance()
  }

  async #begin(queue: SourceQueue<Item>, item: Item): Promise<void> {
    let step: 'asking' | 'settling' = 'asking'
    queue[step] += 1
    this.#reportAsking()
    try {
      const asked = await this.#steps.ask(item)
      // Synchronously, so that the piece counts as running without a gap.
      queue[step] -= 1
      step = 'settling'
      queue[step] += 1
      this.#advance()
      this.#reportAsking()
      await this.#steps.settle(asked)
    } catch (error) {
      this.#failures.push(error)
    }
    queue[step] -= 1
    if (step === 'asking') this.#reportAsking()
    this.#isFull = false
    queue.onDone()
    this.#advance()
  }

  /** Starts whatever may begin now; called after every change. */
  #advance(): void {
    // The queue with the fewest connections first.
    for (const queue of this.#queues.toSorted((a, b) => a.asking - b.asking)) {
      this.#beginTaken(queue)
      const needsMore = queue.taken.length === 0 && !queue.isExhausted && this.#hasRoom(queue)
      if (needsMore && !this.#isTaking && !this.#isFull) void this.#takeMore(queue)
    }
    this.#endIfDone()
  }

  /** Begins taken pieces of a queue, as many as may begin, or releases them. */
  #beginTaken(queue: SourceQueue<Item>): void {
    while (queue.taken.length > 0 && this.#hasRoom(queue) && this.#mayBegin(queue)) {
      for (const item of queue.taken.splice(0, 1)) void this.#begin(queue, item)
    }
    if (queue.taken.length > 0 && this.#begun < maxConnections && !this.#mayBegin(queue)) {
      void this.#release(queue)
    }
  }

  #endIfDone(): void {
    if (this.#isTaking || this.#releasing > 0 || this.#count('underWay') > 0) return
    if (this.#queues.every((queue) => queue.hasEnded)) this.#end()
  }
}

/**
 * Processes sources of work, {@link maxConnections} pieces at a time. A slow piece does not block the
 * others, and one source always leaves a connection for each of the other sources. A failure does
 * not stop the other pieces; the first failure is thrown at the end.
 */
export function runWorkPool<Item, Asked>(
  sources: readonly WorkSource<Item>[],
  steps: Steps<Item, Asked>,
): Promise<void> {
  return new WorkPool(sources, steps).run()
}
