import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import type { reconciliationJson } from '@merchant-edge/reconcile'
import { build } from 'esbuild'
import type { GeneratedFiles } from './generate-files.ts'

const run = promisify(execFile)
const folder = join(import.meta.dirname, '../node_modules/.reconcile')
const script = (name: string) => join(folder, 'dist', `${name}.js`)
const commandFolder = join(import.meta.dirname, '../../packages/cli')

/** The measured commands: `merchant-edge reconcile` with two engines and on several threads, and its peers. */
export type Measurable =
  | 'one-thread'
  | 'first-reading'
  | 'first-reading-only'
  | 'two-threads'
  | 'three-threads'
  | 'exact'
  | 'all'
  | 'script'
  | 'duckdb-1'
  | 'duckdb-2'
  | 'md5sum'

/** Time and memory of one process, as it measured them itself. */
export interface Measured {
  readonly seconds: number
  /** Of all threads. */
  readonly processorSeconds: number
  readonly peakBytes: number
}

/** Bundles the command as it is published, and what measures it beside it. */
export async function bundleCommand(): Promise<void> {
  await run(process.execPath, [join(commandFolder, 'bundle.ts')])
  // The parts have names of their content, so those of earlier bundles would stay.
  await rm(join(folder, 'dist'), { recursive: true, force: true })
  await build({
    entryPoints: {
      'measure-first-reading': join(import.meta.dirname, 'measure-first-reading.ts'),
      'measure-duckdb': join(import.meta.dirname, 'measure-duckdb.ts'),
      'observe-process': join(import.meta.dirname, 'observe-process.ts'),
    },
    outdir: join(folder, 'dist'),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    external: ['@duckdb/node-api'],
  })
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
}

function commandOf(
  { partnerFile, serviceFile }: GeneratedFiles,
  directory: string,
  more: readonly string[],
) {
  const at = (name: string) => join(directory, name)
  return [
    join(commandFolder, 'bundle/main.js'),
    'reconcile',
    '--partner',
    partnerFile,
    '--service',
    serviceFile,
    '--key-file',
    at('key.txt'),
    '--out',
    at('result.csv'),
    '--report',
    at('report.html'),
    '--exceptions',
    at('exceptions.csv'),
    '--json',
    ...more,
  ]
}

const flagsOf: ReadonlyMap<Measurable, readonly string[]> = new Map([
  ['two-threads', ['--threads', '2']],
  ['three-threads', ['--threads', '3']],
  ['exact', ['--threads', '1', '--exact']],
  ['all', ['--threads', '1', '--all']],
])

type Outcome = Pick<GeneratedFiles['expected'], 'counts' | 'badChecksums'>

function outcomeOf(what: Measurable, text: string): Outcome {
  if (what.startsWith('duckdb')) {
    const found: Outcome = JSON.parse(text)
    return found
  }
  const { counts, exceptions }: ReturnType<typeof reconciliationJson> = JSON.parse(text)
  return { counts, badChecksums: exceptions.bad_checksum }
}

async function timed(command: string, args: readonly string[]): Promise<Measured> {
  const started = performance.now()
  await run(command, [...args])
  return {
    seconds: (performance.now() - started) / 1000,
    processorSeconds: Number.NaN,
    peakBytes: 0,
  }
}

/**
 * Measures in a separate process, and rejects the figure if the result is wrong.
 *
 * @param directory has `files.json`; outputs are written there
 */
export async function measure(
  what: Measurable,
  files: GeneratedFiles,
  directory: string,
): Promise<Measured> {
  if (what === 'md5sum') return await timed('md5sum', [files.partnerFile, files.serviceFile])
  await writeFile(join(directory, 'key.txt'), files.key)
  const list = ['--files', join(directory, 'files.json')]
  if (what === 'first-reading' || what === 'first-reading-only') {
    const more = what === 'first-reading' ? [] : ['--comparison-only']
    return await timed(process.execPath, [script('measure-first-reading'), ...list, ...more])
  }
  const args = what.startsWith('duckdb')
    ? [script('measure-duckdb'), ...list, '--threads', what === 'duckdb-1' ? '1' : '2']
    : commandOf(files, directory, flagsOf.get(what) ?? ['--threads', '1'])
  const target = join(directory, 'measured.json')
  const { stdout } = await run(process.execPath, ['--import', script('observe-process'), ...args], {
    env: { ...process.env, MEASURED_FILE: target, MEASURED_ENGINE: what },
    maxBuffer: 2 ** 26,
  })
  const { counts, badChecksums } = files.expected
  const found = outcomeOf(what, stdout)
  if (!isDeepStrictEqual(found, { counts, badChecksums })) {
    throw new Error(`${what} found ${JSON.stringify(found)}, not ${JSON.stringify(files.expected)}`)
  }
  const measured: Measured = JSON.parse(await readFile(target, 'utf8'))
  return measured
}
