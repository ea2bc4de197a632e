import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build, type Plugin } from 'esbuild'

/** A module of a Worker, as miniflare takes it. */
export type WorkerModule =
  | { readonly type: 'ESModule'; readonly path: string; readonly contents: string }
  | { readonly type: 'CompiledWasm'; readonly path: string; readonly contents: Uint8Array }

/** The script of a Worker, then the modules of WebAssembly that it imports. */
export type WorkerModules = readonly [WorkerModule & { type: 'ESModule' }, ...WorkerModule[]]

const bundles = new Map<string, Promise<WorkerModules>>()

/** Leaves modules of WebAssembly out of the script, and collects them. */
function collectWasm(found: Map<string, WorkerModule>): Plugin {
  return {
    name: 'wasm',
    setup(bundler) {
      bundler.onResolve({ filter: /\.wasm$/ }, async ({ path, resolveDir }) => {
        const name = basename(path)
        const contents = await readFile(join(resolveDir, path))
        found.set(name, { type: 'CompiledWasm', path: name, contents })
        return { path: `./${name}`, external: true }
      })
    },
  }
}

async function makeBundle(entry: string): Promise<WorkerModules> {
  const wasm = new Map<string, WorkerModule>()
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*'],
    loader: { '.sql': 'text' },
    plugins: [collectWasm(wasm)],
    logLevel: 'silent',
  })
  const [output] = result.outputFiles
  if (output === undefined) throw new Error(`Bundling ${entry} made no output.`)
  return [{ type: 'ESModule', path: 'index.js', contents: output.text }, ...wasm.values()]
}

/**
 * Bundles a Worker from source, as `wrangler deploy` would, for miniflare; each once in a process, however many
 * versions and houses run it.
 *
 * @param entry absolute path of the Worker's `src/index.ts`
 * @throws the bundler's own error when the source does not compile
 */
export function bundleWorker(entry: string): Promise<WorkerModules> {
  const bundle = bundles.get(entry) ?? makeBundle(entry)
  bundles.set(entry, bundle)
  return bundle
}
