import type { Clock } from '../clock.ts'

/** The resources that a Worker invocation, or a step of it, may use. */
export interface Allowance {
  /** Statements that may run. */
  readonly statements: number
  /** Milliseconds after which no new work is started; running work is finished. */
  readonly ms: number
  /**
   * Additional statements that may be wasted on shared batches that the database refuses and that
   * are then repeated one by one.
   */
  readonly toLose?: number
}

/**
 * The remainder of an {@link Allowance}. The database of an invocation counts its statements
 * (`meteredDatabase`). Code with more work than fits checks the budget before each piece of work
 * and leaves the rest to the next invocation.
 */
export class Budget {
  readonly #clock: Pick<Clock, 'now'>
  readonly #endsAtMs: number
  readonly #whole: Budget | undefined
  #statementsLeft: number
  #lossLeft: number

  /** @param whole the parent budget; statements spent here are spent there too */
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

  /** Statements that may still be wasted, according to the parent budget. */
  get lossLeft(): number {
    return this.#whole?.lossLeft ?? this.#lossLeft
  }

  /**
   * Records wasted statements of a refused batch; the repetition of their work is counted
   * separately.
   */
  lose(statements: number): void {
    this.#lossLeft -= statements
    this.#statementsLeft += statements
    this.#whole?.lose(statements)
  }

  /**
   * How many pieces of work may begin now.
   *
   * @param statementsEach maximum statements of one piece
   * @returns 0 when the time is over
   */
  roomFor(statementsEach: number): number {
    if (this.#clock.now() >= this.#endsAtMs) return 0
    return Math.floor(this.statementsLeft / statementsEach)
  }

  /**
   * The budget of a step: the current remainder without the share reserved for later steps.
   *
   * @param kept statements reserved for later steps
   * @param ms milliseconds within which the step may begin work
   */
  part({ kept, ms }: { readonly kept: number; readonly ms: number }): Budget {
    const statements = Math.max(0, this.statementsLeft - kept)
    const left = Math.max(0, this.#endsAtMs - this.#clock.now())
    return new Budget(this.#clock, { statements, ms: Math.min(ms, left) }, this)
  }
}

/** Work that the caller wants to start. */
export interface WorkWanted {
  /** Maximum statements of one piece. */
  readonly each: number
  /** Number of pieces the caller wants to start. */
  readonly max: number
  /** Number of running pieces that have not spent their statements yet. */
  readonly underWay?: number
}

/** How many pieces of work may begin in a context; all of them when the context has no budget. */
export function roomFor(
  { budget }: { readonly budget?: Budget },
  { each, max, underWay = 0 }: WorkWanted,
): number {
  if (budget === undefined) return max
  return Math.max(0, Math.min(max, budget.roomFor(each) - underWay))
}

/** Whether there is time left in the context to begin one more piece of work. */
export function hasTime({ budget }: { readonly budget?: Budget }): boolean {
  return budget === undefined || budget.roomFor(1) > 0
}
