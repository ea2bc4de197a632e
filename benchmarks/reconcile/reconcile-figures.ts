import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from '../figure.ts'
import { generateFiles, type GeneratedFiles } from './generate-files.ts'
import { measureLimit } from './measure-limit.ts'
import { bundleCommand, measure, type Measurable, type Measured } from './measure-command.ts'

const key = '0123456789abcdef0123456789abcdef'
const rounds = 3
const peakGoalBytes = 96_000_000

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function withFiles<Result>(
  rows: number,
  work: (files: GeneratedFiles, folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'merchant-edge-reconcile-'))
  try {
    const files = await generateFiles({ rows, folder, key })
    await writeFile(join(folder, 'files.json'), JSON.stringify(files))
    return await work(files, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Measures each command once in every round, one after another. */
async function inRounds(
  measured: readonly Measurable[],
  files: GeneratedFiles,
  folder: string,
): Promise<ReadonlyMap<Measurable, readonly Measured[]>> {
  const found = new Map<Measurable, Measured[]>(measured.map((what) => [what, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const [what, all] of found) all.push(await measure(what, files, folder))
  }
  return found
}

/** Rows in a second of processor time on one thread, compared with only finding records and verifying checksums. */
function coreFigure(
  found: ReadonlyMap<Measurable, readonly Measured[]>,
  { limit, name, rows }: { limit: number; name: string; rows: number },
): Figure {
  const seconds = (found.get('one-thread') ?? []).map((one) => one.processorSeconds)
  const ours = (2 * rows) / median(seconds)
  return {
    where: 'Node',
    unit: 'a second',
    goal: 0.4,
    name,
    ours,
    floor: limit,
    ratio: ours / limit,
  }
}

/** Ratio of the speeds of two commands, by wall time or processor time: the median of the ratios of the rounds. */
function speedFigure(
  found: ReadonlyMap<Measurable, readonly Measured[]>,
  { ours, peer, name, goal, rows, by = 'seconds' }: Speed & { readonly rows: number },
): Figure {
  const seconds = (what: Measurable) => (found.get(what) ?? []).map((one) => one[by])
  const peers = seconds(peer)
  const ratios = seconds(ours).map((own, round) => (peers[round] ?? Number.NaN) / own)
  const rate = (what: Measurable) => (2 * rows) / median(seconds(what))
  const common = { where: 'Node', unit: 'a second', goal } as const
  return { ...common, name, ours: rate(ours), floor: rate(peer), ratio: median(ratios) }
}

/** Two commands that are measured in turns. */
interface Speed {
  readonly ours: Measurable
  readonly peer: Measurable
  readonly name: string
  readonly goal: number
  readonly by?: 'seconds' | 'processorSeconds'
}

const speeds: readonly Speed[] = [
  { ours: 'one-thread', peer: 'duckdb-2', name: 'one thread / DuckDB on two', goal: 2.5 },
  { ours: 'two-threads', peer: 'duckdb-2', name: 'two threads / DuckDB on two', goal: 4 },
  { ours: 'one-thread', peer: 'duckdb-1', name: 'one thread / DuckDB on one', goal: 4 },
  { ours: 'three-threads', peer: 'duckdb-2', name: 'three threads / DuckDB on two', goal: 4 },
  { ours: 'two-threads', peer: 'one-thread', name: 'two threads / one thread', goal: 1.7 },
  { ours: 'one-thread', peer: 'md5sum', name: 'one thread / md5sum of both files', goal: 0.5 },
  {
    ours: 'first-reading',
    peer: 'md5sum',
    name: 'first reading / md5sum of both files',
    goal: 0.77,
  },
  {
    ours: 'first-reading-only',
    peer: 'md5sum',
    name: 'first reading without the SHA-256 of the manifest / md5sum of both files',
    goal: 0.77,
  },
  { ours: 'script', peer: 'duckdb-2', name: 'engine in script / DuckDB on two', goal: 0.67 },
  {
    ours: 'exact',
    peer: 'one-thread',
    name: 'with --exact / without, by the processor',
    goal: 0.5,
    by: 'processorSeconds',
  },
  {
    ours: 'all',
    peer: 'one-thread',
    name: 'with --all / without, by the processor',
    goal: 0.5,
    by: 'processorSeconds',
  },
]

/**
 * Compares `merchant-edge reconcile` with DuckDB, which joins the same two files of a million rows and verifies every
 * checksum, and with `md5sum` of both, and measures its memory, also with four million rows.
 */
export async function reconcileFigures(): Promise<Figure[]> {
  await bundleCommand()
  const measured = [...new Set(speeds.flatMap(({ ours, peer }) => [ours, peer]))]
  let limit = Number.NaN
  const million = await withFiles(1_000_000, async (files, folder) => {
    limit = await measureLimit(files)
    return await inRounds(measured, files, folder)
  })
  const more = await withFiles(4_000_000, (files, folder) =>
    inRounds(['one-thread', 'two-threads', 'duckdb-2'], files, folder),
  )
  const peak = (found: ReadonlyMap<Measurable, readonly Measured[]>) =>
    median((found.get('one-thread') ?? []).map(({ peakBytes }) => peakBytes))
  const memory = { where: 'Node', unit: 'bytes' } as const
  return [
    ...speeds.map((speed) =>
      speedFigure(million, {
        ...speed,
        name: `reconcile 2 x 1,000,000 rows, ${speed.name}`,
        rows: 1e6,
      }),
    ),
    ...speeds
      .filter(({ ours, peer }) => more.has(ours) && more.has(peer))
      .map((speed) =>
        speedFigure(more, {
          ...speed,
          name: `reconcile 2 x 4,000,000 rows, ${speed.name}`,
          rows: 4e6,
        }),
      ),
    ...[[million, 1e6, '1,000,000'] as const, [more, 4e6, '4,000,000'] as const].map(
      ([found, rows, text]) =>
        coreFigure(found, {
          limit,
          rows,
          name: `reconcile 2 x ${text} rows, one core / 1 / (MD5 + scan)`,
        }),
    ),
    {
      ...memory,
      name: 'peak memory of reconcile at 2 x 1,000,000 rows on one thread / goal',
      ours: peak(million),
      floor: peakGoalBytes,
      ratio: peak(million) / peakGoalBytes,
      goal: 1,
    },
    {
      ...memory,
      name: 'peak memory at 2 x 4,000,000 rows / at 2 x 1,000,000 rows',
      ours: peak(more),
      floor: peak(million),
      ratio: peak(more) / peak(million),
      goal: 1.1,
    },
  ]
}
