import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { beforeAll, expect, it } from 'vitest'
import { openBrowser } from './open-browser.ts'
import type { SuiteResult } from './suite.ts'
import { unpackPackages, type UnpackedPackages } from './unpacked-packages.ts'

const run = promisify(execFile)
const deno = join(import.meta.dirname, 'node_modules/.bin/deno')
const denoRun = ['run', '--allow-net', '--no-remote', '--no-check', '--node-modules-dir=manual']
let unpacked: UnpackedPackages

beforeAll(async () => {
  unpacked = await unpackPackages()
  const print = `import { runSuite } from './suite.ts'
console.log(JSON.stringify(await runSuite()))
`
  await writeFile(join(unpacked.directory, 'print.ts'), print)
  return () => unpacked.remove()
})

async function bundled(contents: string): Promise<string> {
  const result = await build({
    stdin: { contents, resolveDir: unpacked.directory, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
  })
  return result.outputFiles[0]?.text ?? ''
}

function expectAllHeld(results: readonly SuiteResult[]): void {
  expect(results.filter((result) => result.problem !== '')).toEqual([])
  expect(results.length).toBeGreaterThanOrEqual(6)
}

it('passes on Node', async () => {
  const { stdout } = await run(process.execPath, ['print.ts'], { cwd: unpacked.directory })

  expectAllHeld(JSON.parse(stdout))
})

// CI gives the Node 20 that it starts with: the oldest that the packages promise.
const otherNode = process.env['OTHER_NODE'] ?? ''
it.skipIf(otherNode === '')('passes on the Node that OTHER_NODE names', async () => {
  await build({
    entryPoints: [join(unpacked.directory, 'print.ts')],
    outfile: join(unpacked.directory, 'print.mjs'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  })
  const { stdout } = await run(otherNode, ['print.mjs'], { cwd: unpacked.directory })

  expectAllHeld(JSON.parse(stdout))
})

it('passes on Deno', async () => {
  const { stdout } = await run(deno, [...denoRun, 'print.ts'], {
    cwd: unpacked.directory,
    env: { ...process.env, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' },
  })

  expectAllHeld(JSON.parse(stdout))
})

/** Where nothing listens: a port of this machine, one that `fetch` never connects to, a name without an address. */
const deadPlaces = ['http://localhost:61', 'http://localhost:6000', 'https://nowhere.invalid']

it.each([
  ['Node', process.execPath, []],
  ['Deno', deno, denoRun],
])('knows on %s that nothing was sent, and quotes no query', async (_name, program, options) => {
  const source = `import { inspect } from 'node:util'
import { call, createClient } from '@merchant-edge/client'
import { getMembership } from '@merchant-edge/contract'
import { generateKeyPair } from '@merchant-edge/signing'

const { privateKeyPem } = await generateKeyPair()
const found = []
for (const baseUrl of ${JSON.stringify(deadPlaces)}) {
  const client = createClient({ baseUrl, keyCode: 'K', privateKey: privateKeyPem, attempts: 1 })
  const member = { id_type: 'MOBILE', identity: '0912345678', business_code: 'B', program_code: 'P' }
  const error = await call(client, getMembership, member).catch((thrown) => thrown)
  found.push({ sent: error.sent, isQuoted: inspect(error, { depth: 9 }).includes('0912345678') })
}
console.log(JSON.stringify(found))
`
  await writeFile(join(unpacked.directory, 'nowhere.ts'), source)
  const { stdout } = await run(program, [...options, 'nowhere.ts'], {
    cwd: unpacked.directory,
    env: { ...process.env, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' },
  })

  expect(JSON.parse(stdout)).toEqual(deadPlaces.map(() => ({ sent: 'no', isQuoted: false })))
})

it('passes in workerd without Node compatibility', async () => {
  const script = await bundled(`import { runSuite } from './suite.ts'
export default { fetch: async () => Response.json(await runSuite()) }`)
  const miniflare = new Miniflare({
    modules: true,
    script,
    compatibilityDate: '2026-07-30',
    cf: false,
    compatibilityFlags: ['no_nodejs_compat', 'no_nodejs_compat_v2'],
  })

  try {
    const answer = await miniflare.dispatchFetch('http://localhost/')
    const results: unknown = await answer.json()
    expectAllHeld(results as SuiteResult[])
  } finally {
    await miniflare.dispose()
  }
})

it('passes in workerd when the bundler has left the WebAssembly module a file', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { runSuite } from './suite.ts'
export default { fetch: async () => Response.json(await runSuite()) }`,
      resolveDir: unpacked.directory,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    outdir: unpacked.directory,
    format: 'esm',
    target: 'es2022',
    conditions: ['workerd'],
    loader: { '.wasm': 'copy' },
  })
  // The first module is the one that answers.
  const modules = outputFiles
    .map(({ path, contents }) => ({
      path,
      contents,
      type: path.endsWith('.wasm') ? ('CompiledWasm' as const) : ('ESModule' as const),
    }))
    .toSorted(({ type }) => (type === 'ESModule' ? -1 : 1))
  const miniflare = new Miniflare({
    modules,
    modulesRoot: unpacked.directory,
    compatibilityDate: '2026-07-30',
    cf: false,
    compatibilityFlags: ['no_nodejs_compat', 'no_nodejs_compat_v2'],
  })

  try {
    expect(modules.map(({ type }) => type)).toEqual(['ESModule', 'CompiledWasm'])
    const answer = await miniflare.dispatchFetch('http://localhost/')
    const results: unknown = await answer.json()
    expectAllHeld(results as SuiteResult[])
  } finally {
    await miniflare.dispose()
  }
})

it('passes in a browser', async () => {
  const script = await bundled(`import { runSuite } from './suite.ts'
globalThis.suite = runSuite()`)
  const server = createServer((request, response) => {
    const isScript = request.url === '/suite.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : '<script type="module" src="/suite.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const page = await (await openBrowser()).newPage()

  try {
    await page.goto(`http://localhost:${port}/`)
    await page.waitForFunction('globalThis.suite !== undefined')
    expectAllHeld(await page.evaluate<SuiteResult[]>('globalThis.suite'))
  } finally {
    await page.close()
    server.close()
  }
})
