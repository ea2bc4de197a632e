import { Worker } from 'node:worker_threads'
import type { EngineSettings } from '@merchant-edge/reconcile/engine'

/** Megabytes for what a thread allocates besides its module: rows are bytes in the module's memory. */
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
 * @param name of its script, without its ending
 * @param setup what the thread finds in `workerData`; nothing where it is told later
 */
export function startThread(name: 'range-thread' | 'side-thread', setup?: object): Worker {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return new Worker(new URL(`./${name}.${ending}`, import.meta.url), {
    workerData: setup,
    resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
  })
}
