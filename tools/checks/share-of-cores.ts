import { availableParallelism } from 'node:os'

/** How many checks, or programs of a check, run at the same time. */
export const atOnce = 2

const maxCheckers = 4

/**
 * Options of the TypeScript compiler that limit it to its share of the cores. By default it has four
 * checkers whatever the number of cores, and each of them works out again the types that their
 * files have in common.
 */
export const shareOfCores: readonly string[] = [
  '--checkers',
  String(Math.min(maxCheckers, Math.max(1, Math.floor(availableParallelism() / atOnce)))),
]
