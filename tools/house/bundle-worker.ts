import { build } from 'esbuild'

/** A Worker's code as one ECMAScript module. */
export interface WorkerBundle {
  readonly path: string
  readonly contents: string
}

/**
 * Bundles a Worker from source, as `wrangler deploy` would, for miniflare.
 *
 * @param entry absolute path of the Worker's `src/index.ts`
 * @throws the bundler's own error when the source does not compile
 */
export async function bundleWorker(entry: string): Promise<WorkerBundle> {
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
