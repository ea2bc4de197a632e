import { Worker } from 'node:worker_threads'
import type { EngineSettings } from '@merchant-edge/reconcile/engine'

/**
 * Heap limit for short-lived objects of a thread, in megabytes; rows are in the memory of the
 * WebAssembly module.
 */
const youngMegabytes = 2

/** The settings of an engine that can be sent to a thread. */
export type SentSettings = Pick<
  EngineSettings,
  'key' | 'previousKey' | 'profile' | 'compare' | 'header'
>

/** Leaves out of an engine's settings what cannot be sent to a thread: its functions. */
export function sentSettings({
  key,
  previousKey,
  profile,
  compare,
  header,
}: EngineSettings): SentSettings {
  return { key, profile, compare, header, ...(previousKey !== undefined && { previousKey }) }
}

/**
 * Starts a worker thread of this folder.
 *
 * @param name name of its script, without extension
 * @param setup content of `workerData`; left out when it is sent later
 */
export function startThread(name: 'range-thread' | 'side-thread', setup?: object): Worker {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return new Worker(new URL(`./${name}.${ending}`, import.meta.url), {
    workerData: setup,
    resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
  })
}
