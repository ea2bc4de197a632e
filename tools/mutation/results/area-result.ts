import type { Mutant } from '../mutants/find-mutants.ts'

/** A mutant by what a person recognizes it by, which outlives changes elsewhere in its file. */
export type NamedMutant = Pick<Mutant, 'file' | 'line' | 'code' | 'change'>

/** What became of the mutants of an area. */
export interface AreaResult {
  readonly area: string
  /** One of this many mutants was tried, evenly over the area; 1 when all were. */
  readonly oneIn: number
  /**
   * Seconds of tests, the likeliest first, with which each mutant was tried; all of its tests when
   * absent.
   */
  readonly testSeconds?: number
  /** Mutants that were to be tried. */
  readonly found: number
  /** Mutants that were tried, evenly over those, as far as there was time for them. */
  readonly mutants: number
  /** Those that a test has noticed. */
  readonly killed: number
  /** Those whose tests did not end in time, counted with the killed ones. */
  readonly timedOut: number
  /** Those that no test has noticed but that do not compile; they are left out of the share. */
  readonly refused: number
  readonly survivors: readonly NamedMutant[]
}

/** Whether both are one mutant, wherever its line has moved to. */
export function isSameMutant(
  one: Omit<NamedMutant, 'line'>,
  other: Omit<NamedMutant, 'line'>,
): boolean {
  return one.file === other.file && one.code === other.code && one.change === other.change
}

/**
 * A result in which its survivors were tried again; those that are in the sources no more are left
 * out.
 *
 * @param untried survivors for which there was no time: they stay
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

/** A result with that of a run that went on where it had stopped. */
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
