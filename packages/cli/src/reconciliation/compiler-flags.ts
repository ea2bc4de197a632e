import type { Suspicion } from '@merchant-edge/reconcile/engine'
import { setFlagsFromString } from 'node:v8'

// Flags of V8 are set at run time: under other flags Node compiles its own modules instead of
// loading them from its code cache, with which a thread starts in 65 ms instead of 100.

/** Makes V8 use less memory in a long comparison. */
export function saveMemory(): void {
  // Without this flag short-lived garbage would fill tens of megabytes before a collection.
  setFlagsFromString('--semi-space-growth-factor=1')
  // Little JavaScript runs for long here, and this mid-tier compiler costs 5 MB.
  setFlagsFromString('--no-maglev')
}

/**
 * Number of keys that may differ from which on their comparison takes long enough for the
 * optimizing compiler to save time.
 */
const manyKeys = 20_000

/**
 * Switches the optimizing compiler of V8 off, for all threads of the process: while the WebAssembly
 * module reads, it would compile functions that only call the module. On as many threads as there
 * are cores that takes time of the module, and its memory is not returned.
 */
export function pauseOptimizing(): void {
  setFlagsFromString('--no-opt')
}

/** Switches the optimizing compiler on again; functions that are called often are then compiled. */
export function resumeOptimizing(): void {
  setFlagsFromString('--opt')
}

/** Switches the optimizing compiler on again if many rows are compared after the first reading. */
export function resumeOptimizingFor({ keys }: Suspicion): void {
  if (keys === undefined || keys > manyKeys) resumeOptimizing()
}
