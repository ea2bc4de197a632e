import type { Mutant } from '../mutants/find-mutants.ts'

/** The fields that identify a mutant independently of changes elsewhere in its file. */
export type NamedMutant = Pick<Mutant, 'file' | 'line' | 'code' | 'change'>

/** The results of the mutants of an area. */
export interface AreaResult {
  readonly area: string
  /** One of this many mutants was tried, evenly over the area; 1 when all were. */
  readonly oneIn: number
  /**
   * Time budget of the tests for each mutant, in seconds, the likeliest tests first; all of its
   * tests when absent.
   */
  readonly testSeconds?: number
  /** Mutants that were to be tried. */
  readonly found: number
  /** Mutants that were tried within the time limit, spread evenly over those. */
  readonly mutants: number
  /** Mutants that a test has killed. */
  readonly killed: number
  /** Mutants whose tests timed out; they count as killed. */
  readonly timedOut: number
  /** Mutants that do not compile: they are not run, and left out of the share. */
  readonly refused: number
  readonly survivors: readonly NamedMutant[]
}

/** Whether both are the same mutant, also when its line has moved. */
export function isSameMutant(
  one: Omit<NamedMutant, 'line'>,
  other: Omit<NamedMutant, 'line'>,
): boolean {
  return one.file === other.file && one.code === other.code && one.change === other.change
}

/**
 * A result whose survivors were tried again; those that are no longer in the sources are left out.
 *
 * @param untried survivors that were not tried for lack of time; they stay
 */
export function afterTryingAgain(
  before: AreaResult,
  again: AreaResult,
  untried: readonly NamedMutant[],
): AreaResult {
  return {
    ...before,
    mutants: before.mutants - before.survivors.length + again.mutants + untried.length,
    killed: before.killed + again.killed,
    timedOut: before.timedOut + again.timedOut,
    refused: before.refused + again.refused,
    survivors: [...again.survivors, ...untried],
  }
}

/** Adds the result of a run that continued where the earlier one had stopped. */
export function afterGoingOn(before: AreaResult, more: AreaResult): AreaResult {
  return {
    ...more,
    mutants: before.mutants + more.mutants,
    killed: before.killed + more.killed,
    timedOut: before.timedOut + more.timedOut,
    refused: before.refused + more.refused,
    survivors: [...before.survivors, ...more.survivors],
  }
}

/** The share of mutants that were killed, of those that compile; 0 to 100. */
export function killedPercent({ mutants, killed, timedOut, refused }: AreaResult): number {
  const compiling = mutants - refused
  return compiling === 0 ? 100 : ((killed + timedOut) / compiling) * 100
}
