/**
 * Maximum pieces of work that use a connection at once. An invocation has six connections; the
 * sixth is for the database.
 */
export const atOnce = 5
/** Maximum pieces that are being asked or settled at once. */
const underWayMax = 20

/** The last pieces of a supply. */
export interface LastPieces<Item> {
  readonly last: readonly Item[]
  /**
   * Whether more pieces become available after these, or after the running pieces: the supply is
   * asked again when all of them are done.
   */
  readonly frees?: boolean
}

/**
 * The result of taking from a supply: the next pieces (none when the supply is exhausted); the
 * `last` ones, when no further piece can be taken besides them; `full` when no piece may begin
 * until a running one is done.
 */
export type Taken<Item> = readonly Item[] | LastPieces<Item> | 'full'

/** A supply of work that is taken a few pieces at a time. */
export interface Supply<Item> {
  /**
   * Takes the next pieces.
   *
   * @param underWay number of pieces, of all supplies, that are taken and not done
   */
  take(underWay: number): Promise<Taken<Item>>
  /**
   * How many of the taken pieces may begin; all of them when left out.
   *
   * @param begun number of pieces, of all supplies, that have begun and are not done
   */
  room?(begun: number): number
  /**
   * Releases taken pieces that may not begin, when fewer than {@link atOnce} running pieces could
   * make room for them.
   */
  giveBack?(items: readonly Item[]): Promise<void>
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

/** A supply with its taken pieces. */
class Line<Item> {
  readonly supply: Supply<Item>
  readonly taken: Item[] = []
  asking = 0
  settling = 0
  isEmpty = false
  #holdsOthersBack = false

  constructor(supply: Supply<Item>) {
    this.supply = supply
  }

  get isIdle(): boolean {
    return !this.isEmpty && this.asking === 0
  }

  get hasEnded(): boolean {
    return this.isEmpty && this.taken.length === 0
  }

  get underWay(): number {
    return this.taken.length + this.asking + this.settling
  }

  /** Queues taken pieces until they may begin. */
  add(given: Exclude<Taken<Item>, 'full'>): void {
    const items = 'last' in given ? given.last : given
    this.taken.push(...items)
    if ('last' in given || items.length === 0) this.#setEmpty('frees' in given && given.frees)
  }

  /** Records that the supply is exhausted. */
  #setEmpty(frees: boolean): void {
    this.isEmpty = true
    this.#holdsOthersBack = frees && this.underWay > 0
  }

  /** Records that a piece is done, which may unblock others. */
  onDone(): void {
    if (!this.#holdsOthersBack || this.underWay > 0) return
    this.#holdsOthersBack = false
    this.isEmpty = false
  }
}

class Pool<Item, Asked> {
  readonly #lines: readonly Line<Item>[]
  readonly #steps: Steps<Item, Asked>
  readonly #failures: unknown[] = []
  #isTaking = false
  #isFull = false
  #givingBack = 0
  #end = () => {}

  constructor(supplies: readonly Supply<Item>[], steps: Steps<Item, Asked>) {
    this.#lines = supplies.map((supply) => new Line(supply))
    this.#steps = steps
  }

  async workOff(): Promise<void> {
    const ended = new Promise<void>((resolve) => (this.#end = resolve))
    this.#goOn()
    await ended
    if (this.#failures.length > 0) throw this.#failures[0]
  }

  #count(of: 'asking' | 'settling' | 'underWay'): number {
    return this.#lines.reduce((sum, line) => sum + line[of], 0)
  }

  #tellAsking(): void {
    this.#steps.onAsking?.(this.#count('asking'))
  }

  /** Whether a line may use one more connection: every other line with work needs one. */
  #hasRoom(line: Line<Item>): boolean {
    const asking = this.#count('asking')
    if (asking >= atOnce || this.#begun >= underWayMax) return false
    const waiting = this.#lines.filter((other) => other !== line && other.isIdle)
    return line.asking === 0 || asking + waiting.length < atOnce
  }

  #mayBegin({ supply }: Line<Item>): boolean {
    return supply.room === undefined || supply.room(this.#begun) > 0
  }

  get #begun(): number {
    return this.#count('asking') + this.#count('settling')
  }

  async #giveBack(line: Line<Item>): Promise<void> {
    this.#givingBack += 1
    try {
      await line.supply.giveBack?.(line.taken.splice(0))
      line.isEmpty = false
    } catch (error) {
      this.#failures.push(error)
    }
    this.#givingBack -= 1
    this.#isFull = false
    this.#goOn()
  }

  async #takeMore(line: Line<Item>): Promise<void> {
    this.#isTaking = true
    try {
      const underWay = this.#count('underWay')
      const given = await line.supply.take(underWay)
      // Pieces that finished while the supply answered have made room that it did not know of.
      if (given === 'full') this.#isFull = this.#count('underWay') >= underWay
      else line.add(given)
    } catch (error) {
      line.isEmpty = true
      this.#failures.push(error)
    }
    this.#isTaking = false
    // No running piece could make room.
    if (this.#isFull && this.#count('underWay') + this.#givingBack === 0) {
      for (const one of this.#lines) one.isEmpty = true
    }
    this.#goOn()
  }

  async #begin(line: Line<Item>, item: Item): Promise<void> {
    let step: 'asking' | 'settling' = 'asking'
    line[step] += 1
    this.#tellAsking()
    try {
      const asked = await this.#steps.ask(item)
      // Synchronously, so that the piece counts as running without a gap.
      line[step] -= 1
      step = 'settling'
      line[step] += 1
      this.#goOn()
      this.#tellAsking()
      await this.#steps.settle(asked)
    } catch (error) {
      this.#failures.push(error)
    }
    line[step] -= 1
    if (step === 'asking') this.#tellAsking()
    this.#isFull = false
    line.onDone()
    this.#goOn()
  }

  #goOn(): void {
    // The line with the fewest connections first.
    for (const line of this.#lines.toSorted((a, b) => a.asking - b.asking)) {
      while (line.taken.length > 0 && this.#hasRoom(line) && this.#mayBegin(line)) {
        for (const item of line.taken.splice(0, 1)) void this.#begin(line, item)
      }
      if (line.taken.length > 0 && this.#begun < atOnce && !this.#mayBegin(line)) {
        void this.#giveBack(line)
      }
      const needsMore = line.taken.length === 0 && !line.isEmpty && this.#hasRoom(line)
      if (needsMore && !this.#isTaking && !this.#isFull) void this.#takeMore(line)
    }
    if (this.#isTaking || this.#givingBack > 0 || this.#count('underWay') > 0) return
    if (this.#lines.every((line) => line.hasEnded)) this.#end()
  }
}

/**
 * Processes supplies of work, {@link atOnce} pieces at a time. A slow piece does not block the
 * others, and one supply always leaves a connection for each of the other supplies. A failure does
 * not stop the other pieces; the first failure is thrown at the end.
 */
export function workOff<Item, Asked>(
  supplies: readonly Supply<Item>[],
  steps: Steps<Item, Asked>,
): Promise<void> {
  return new Pool(supplies, steps).workOff()
}
