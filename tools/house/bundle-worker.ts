import { keptBundle } from './kept-bundle.ts'
import { makeBundle, type WorkerModules } from './make-bundle.ts'

const bundles = new Map<string, Promise<WorkerModules>>()

async function findBundle(entry: string, keptIn: string | undefined): Promise<WorkerModules> {
  if (keptIn !== undefined) return keptBundle(entry, keptIn)
  const { modules } = await makeBundle(entry)
  return modules
}

/**
 * Bundles a Worker from source, as `wrangler deploy` would, for miniflare; each once in a process, however many
 * versions and houses run it.
 *
 * @param entry absolute path of the Worker's `src/index.ts`
 * @param keptIn folder of bundles of earlier processes, which are taken while no file that they were made of has
 *   changed; without one every process makes its own
 * @throws the bundler's own error when the source does not compile
 */
export function bundleWorker(entry: string, keptIn?: string): Promise<WorkerModules> {
  const bundle = bundles.get(entry) ?? findBundle(entry, keptIn)
  bundles.set(entry, bundle)
  return bundle
}
