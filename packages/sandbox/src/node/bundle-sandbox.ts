import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Whether this file runs from source; the Worker must then be bundled first. */
const isSource = import.meta.url.endsWith('.ts')

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url).href)
}

async function makeBundle(): Promise<string> {
  if (!isSource) return readFile(pathOf('../sandbox-worker.js'), 'utf8')
  const { build } = await import('esbuild')
  const result = await build({
    entryPoints: [pathOf('../worker.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    // Without `workerd`: one file holds no module of WebAssembly, and the files of a sandbox are
    // short.
    conditions: ['worker', 'browser'],
    external: ['cloudflare:*'],
    logLevel: 'silent',
  })
  const [output] = result.outputFiles
  if (output === undefined) throw new Error('Bundling the sandbox made no output.')
  return output.text
}

let bundle: Promise<string> | undefined

/**
 * The sandbox Worker as one ECMAScript module: bundled on the fly in the repository, read from the
 * package otherwise; done once per process.
 */
export function bundleSandbox(): Promise<string> {
  bundle ??= makeBundle()
  return bundle
}
