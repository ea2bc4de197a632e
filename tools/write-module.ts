import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'

/**
 * Compiles the WebAssembly module of `packages/reconcile/assembly`, and writes it as a file for
 * Workers and as text for all other runtimes. With `--check` it compares both with a fresh build.
 */
const run = promisify(execFile)
const folder = join(import.meta.dirname, '../packages/reconcile')
const wasmFile = join(folder, 'assembly/engine.wasm')
const textFile = join(folder, 'src/module/module-text.generated.ts')
const maxBytes = 16 * 1024
const memoryPages = 170

async function compile(): Promise<Buffer> {
  const target = await mkdtemp(join(tmpdir(), 'merchant-edge-module-'))
  try {
    const file = join(target, 'engine.wasm')
    const compiler = join(folder, 'node_modules/assemblyscript/bin/asc.js')
    const options = [
      '-O3',
      '--noAssert',
      '--runtime',
      'stub',
      '--enable',
      'simd',
      '--use',
      'abort=',
    ]
    const memory = ['--initialMemory', String(memoryPages)]
    const command = [compiler, 'assembly/index.ts', '--outFile', file, ...options, ...memory]
    await run(process.execPath, command, { cwd: folder })
    return await readFile(file)
  } finally {
    await rm(target, { recursive: true, force: true })
  }
}

function textOf(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,96}/g) ?? []
  const text = lines.map((line) => `  '${line}'`).join(' +\n')
  return `// Written by tools/write-module.ts.\n/** The module as base64. */\nexport const moduleText =\n${text}\n`
}

const bytes = await compile()
const text = textOf(bytes)
const packed = gzipSync(bytes, { level: 9 }).length
if (packed > maxBytes) throw new Error(`The module has ${packed} bytes gzipped, over ${maxBytes}.`)
if (process.argv.includes('--check')) {
  const isSame =
    bytes.equals(await readFile(wasmFile)) && text === (await readFile(textFile, 'utf8'))
  if (!isSame) {
    console.error(
      'The stored module differs from a build of its sources: run `node tools/write-module.ts`.',
    )
    process.exitCode = 1
  }
} else {
  await writeFile(wasmFile, bytes)
  await writeFile(textFile, text)
}
console.log(`module: ${bytes.length} bytes, ${packed} gzipped`)
