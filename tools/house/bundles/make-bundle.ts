import { readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'

/** A module of a Worker, in the form of miniflare. */
export type WorkerModule =
  | { readonly type: 'ESModule'; readonly path: string; readonly contents: string }
  | { readonly type: 'CompiledWasm'; readonly path: string; readonly contents: Uint8Array }

/** The script of a Worker, followed by the WebAssembly modules that it imports. */
export type WorkerModules = readonly [WorkerModule & { type: 'ESModule' }, ...WorkerModule[]]

/** A bundle with its source files. */
export interface Bundle {
  readonly modules: WorkerModules
  /** Absolute paths. */
  readonly inputs: readonly string[]
}

/** Collects WebAssembly modules instead of including them in the script. */
function collectWasm(found: Map<string, WorkerModule>, inputs: Set<string>): Plugin {
  return {
    name: 'wasm',
    setup(bundler) {
      bundler.onResolve({ filter: /\.wasm$/ }, async ({ path, resolveDir }) => {
        const name = basename(path)
        const file = join(resolveDir, path)
        const contents = await readFile(file)
        inputs.add(file)
        found.set(name, { type: 'CompiledWasm', path: name, contents })
        return { path: `./${name}`, external: true }
      })
    },
  }
}

/** Bundles a Worker from source, and returns the files that were read. */
export async function makeBundle(entry: string): Promise<Bundle> {
  const wasm = new Map<string, WorkerModule>()
  const inputs = new Set<string>()
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2024',
    minifyWhitespace: true,
    legalComments: 'none',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*'],
    loader: { '.sql': 'text' },
    plugins: [collectWasm(wasm, inputs)],
    logLevel: 'silent',
  })
  const [output] = result.outputFiles
  if (output === undefined) throw new Error(`Bundling ${entry} made no output.`)
  for (const input of Object.keys(result.metafile.inputs)) inputs.add(resolve(input))
  const script = { type: 'ESModule', path: 'index.js', contents: output.text } as const
  return { modules: [script, ...wasm.values()], inputs: [...inputs] }
}
