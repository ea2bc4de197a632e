import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { build } from 'esbuild'
import type { Figure } from '../figure.ts'
import { generateFiles, type GeneratedFiles } from './generate-files.ts'
import type { Measured } from './measure-one.ts'

const run = promisify(execFile)
const key = '0123456789abcdef0123456789abcdef'
const rounds = 3
const peakGoalBytes = 110_000_000

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Bundled, because to strip types while running takes memory that no user of the package needs. */
const script = join(import.meta.dirname, '../node_modules/.reconcile/measure-one.mjs')

async function bundleScript(): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, 'measure-one.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@duckdb/node-api'],
  })
}

/** Measures in a process of its own, and believes no figure of a wrong answer. */
async function measure(
  list: string,
  files: GeneratedFiles,
  engine: 'ours' | 'duckdb',
): Promise<Measured> {
  const { stdout } = await run(process.execPath, [script, '--files', list, '--engine', engine])
  const measured: Measured = JSON.parse(stdout)
  const { counts, badChecksums } = measured
  if (!isDeepStrictEqual({ counts, badChecksums }, files.expected)) {
    throw new Error(`${engine} found ${stdout}, not ${JSON.stringify(files.expected)}`)
  }
  return measured
}

async function withFiles<Result>(
  rows: number,
  work: (list: string, files: GeneratedFiles) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'merchant-edge-reconcile-'))
  try {
    const files = await generateFiles({ rows, folder, key })
    const list = join(folder, 'files.json')
    await writeFile(list, JSON.stringify(files))
    return await work(list, files)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * How the reconciliation of two files of a million rows stands to DuckDB, which joins them and
 * verifies every checksum on two threads, and what memory it takes, also with four million rows.
 */
export async function reconcileFigures(): Promise<Figure[]> {
  await bundleScript()
  const million = await withFiles(1_000_000, async (list, files) => {
    const ratios: number[] = []
    const own: Measured[] = []
    const duckdb: Measured[] = []
    for (let round = 0; round < rounds; round += 1) {
      duckdb.push(await measure(list, files, 'duckdb'))
      own.push(await measure(list, files, 'ours'))
      ratios.push((duckdb.at(-1)?.seconds ?? 0) / (own.at(-1)?.seconds ?? Number.NaN))
    }
    const rate = (some: readonly Measured[]) => 2e6 / median(some.map(({ seconds }) => seconds))
    return {
      ratio: median(ratios),
      rows: rate(own),
      duckdbRows: rate(duckdb),
      peak: median(own.map(({ peakBytes }) => peakBytes)),
    }
  })
  const peakBytes = await withFiles(4_000_000, async (list, files) => {
    const peaks: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      peaks.push((await measure(list, files, 'ours')).peakBytes)
    }
    return median(peaks)
  })
  const memory = { where: 'Node', unit: 'bytes' } as const
  return [
    {
      name: 'reconcile 2 x 1,000,000 rows, every checksum verified / DuckDB on two threads',
      where: 'Node',
      ours: million.rows,
      floor: million.duckdbRows,
      ratio: million.ratio,
      goal: 0.67,
      unit: 'a second',
    },
    {
      ...memory,
      name: 'peak memory at 2 x 1,000,000 rows / goal',
      ours: million.peak,
      floor: peakGoalBytes,
      ratio: million.peak / peakGoalBytes,
      goal: 1,
    },
    {
      ...memory,
      name: 'peak memory at 2 x 4,000,000 rows / at 2 x 1,000,000 rows',
      ours: peakBytes,
      floor: million.peak,
      ratio: peakBytes / million.peak,
      goal: 1.1,
    },
  ]
}
