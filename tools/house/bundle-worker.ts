import { build } from 'esbuild'

/** A Worker's code as one ECMAScript module. */
export interface WorkerBundle {
  readonly path: string
  readonly contents: string
}

const bundles = new Map<string, Promise<WorkerBundle>>()

async function makeBundle(entry: string): Promise<WorkerBundle> {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*'],
    loader: { '.sql': 'text' },
    logLevel: 'silent',
  })
  const [output] = result.outputFiles
  if (output === undefined) throw new Error(`Bundling ${entry} made no output.`)
  return { path: 'index.js', contents: output.text }
}

/**
 * Bundles a Worker from source, as `wrangler deploy` would, for miniflare; each once in a process, however many
 * versions and houses run it.
 *
 * @param entry absolute path of the Worker's `src/index.ts`
 * @throws the bundler's own error when the source does not compile
 */
export function bundleWorker(entry: string): Promise<WorkerBundle> {
  const bundle = bundles.get(entry) ?? makeBundle(entry)
  bundles.set(entry, bundle)
  return bundle
}
