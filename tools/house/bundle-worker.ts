import { join } from 'node:path'
import { keptBundle } from './kept-bundle.ts'
import type { WorkerModules } from './make-bundle.ts'

/** Where the bundles of all houses of this repository are kept, whatever their state folder is. */
const bundleFolder = join(import.meta.dirname, '../../node_modules/.cache/merchant-edge/bundles')

const bundles = new Map<string, Promise<WorkerModules>>()

/**
 * Bundles a Worker from source, as `wrangler deploy` would, for miniflare; each once in a process, however many
 * versions and houses run it. The bundle of an earlier process is taken while no file that it was made of has changed.
 *
 * @param entry absolute path of the Worker's `src/index.ts`
 * @throws the bundler's own error when the source does not compile
 */
export function bundleWorker(entry: string): Promise<WorkerModules> {
  const bundle = bundles.get(entry) ?? keptBundle(entry, bundleFolder)
  bundles.set(entry, bundle)
  return bundle
}
