import { join } from 'node:path'
import { keptBundle } from './kept-bundle.ts'
import type { WorkerModules } from './make-bundle.ts'

/**
 * The folder for the bundles of all houses of this repository, independent of their state folders.
 */
const bundleFolder = join(import.meta.dirname, '../../../node_modules/.cache/merchant-edge/bundles')

const bundles = new Map<string, Promise<WorkerModules>>()

/**
 * Bundles a Worker from source for miniflare, as `wrangler deploy` would; once in a process, even
 * if several versions and houses run it. The bundle of an earlier process is used if none of its
 * source files has changed.
 *
 * @param entry absolute path of the Worker's `src/index.ts`
 * @throws the bundler's own error when the source does not compile
 */
export function bundleWorker(entry: string): Promise<WorkerModules> {
  const bundle = bundles.get(entry) ?? keptBundle(entry, bundleFolder)
  bundles.set(entry, bundle)
  return bundle
}
