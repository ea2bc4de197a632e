import type { Clock } from '../clock.ts'

/** What an invocation of a Worker, or a step in it, may use. */
export interface Allowance {
  /** Statements that may run. */
  readonly statements: number
  /** Milliseconds after which no new work is started; work under way is finished. */
  readonly ms: number
  /** Statements that may be lost beside these: to batches of several that are refused and then made one by one. */
  readonly toLose?: number
}

/**
 * What is left of an {@link Allowance}. The database of an invocation counts what runs
 * (`meteredDatabase`); whoever has more to do than fits asks before each piece of work, and leaves the
 * rest to the next invocation.
 */
export class Budget {
  readonly #clock: Pick<Clock, 'now'>
  readonly #endsAtMs: number
  readonly #whole: Budget | undefined
  #statementsLeft: number
  #lossLeft: number

  /** @param whole the budget that this one is a part of; what is spent is spent there too */
  constructor(
    clock: Pick<Clock, 'now'>,
    { statements, ms, toLose = 0 }: Allowance,
    whole?: Budget,
  ) {
    this.#clock = clock
    this.#endsAtMs = clock.now() + ms
    this.#statementsLeft = statements
    this.#lossLeft = toLose
    this.#whole = whole
  }

  /** Statements that may still run; never below 0. */
  get statementsLeft(): number {
    return Math.max(0, this.#statementsLeft)
  }

  /** Notes that statements have run. */
  spend(statements: number): void {
    this.#statementsLeft -= statements
    this.#whole?.spend(statements)
  }

  /** Statements that may still be lost, in the whole of which this one is a part. */
  get lossLeft(): number {
    return this.#whole?.lossLeft ?? this.#lossLeft
  }

  /** Notes that statements have run for nothing: what they were to do is done again, and is counted by itself. */
  lose(statements: number): void {
    this.#lossLeft -= statements
    this.#statementsLeft += statements
    this.#whole?.lose(statements)
  }

  /**
   * How many pieces of work may begin now.
   *
   * @param statementsEach most statements that one of them takes
   * @returns 0 when the time is over
   */
  roomFor(statementsEach: number): number {
    if (this.#clock.now() >= this.#endsAtMs) return 0
    return Math.floor(this.statementsLeft / statementsEach)
  }

  /**
   * The budget of a step: what is left now, but for what later steps are to keep.
   *
   * @param kept statements that belong to later steps
   * @param ms milliseconds within which the step may begin work
   */
  part({ kept, ms }: { readonly kept: number; readonly ms: number }): Budget {
    const statements = Math.max(0, this.statementsLeft - kept)
    const left = Math.max(0, this.#endsAtMs - this.#clock.now())
    return new Budget(this.#clock, { statements, ms: Math.min(ms, left) }, this)
  }
}

/** What somebody wants to begin. */
export interface WorkWanted {
  /** Most statements that one piece takes. */
  readonly each: number
  /** Pieces that are wanted. */
  readonly most: number
  /** Pieces that have begun and not spent their statements yet. */
  readonly underWay?: number
}

/** How many pieces of work may begin in a context: all that are wanted where it has no budget. */
export function roomFor(
  { budget }: { readonly budget?: Budget },
  { each, most, underWay = 0 }: WorkWanted,
): number {
  if (budget === undefined) return most
  return Math.max(0, Math.min(most, budget.roomFor(each) - underWay))
}

/** Whether the time of a context goes on, so that one more piece of work may begin. */
export function hasTime({ budget }: { readonly budget?: Budget }): boolean {
  return budget === undefined || budget.roomFor(1) > 0
}
