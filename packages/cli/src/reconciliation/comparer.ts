import type { ReconcileOptions } from '@merchant-edge/reconcile'
import { availableParallelism } from 'node:os'
import { resumeOptimizing } from './compiler-flags.ts'
import type { InputFile } from './input-file.ts'
import { singleThreadEngine } from './single-thread-engine.ts'
import type { RangedPath } from './threads/range-messages.ts'
import { rangedEngine } from './threads/range-threads.ts'
import { threadedEngine } from './threads/threaded-engine.ts'

/**
 * From this total size of both files on, more threads are worth their memory (25 MB for the
 * second).
 */
const threadedBytes = 1024 ** 3

/**
 * With this many threads the first thread, which merges the results, has as much work as each of
 * the others.
 */
const maxDefaultThreads = 4

/** What an engine is chosen by. */
type FileForm = Pick<InputFile, 'paths' | 'sizeBytes'>

/** The paths of both files if each is a single uncompressed file, which allows random access. */
function rangedPaths(partner: FileForm, service: FileForm): readonly RangedPath[] | undefined {
  const files = (
    [
      [partner, 'partner'],
      [service, 'service'],
    ] as const
  ).flatMap(([{ paths, sizeBytes }, side]) => {
    const [path] = paths
    const isOne = path !== undefined && paths.length === 1 && sizeBytes !== undefined
    return isOne ? [{ side, path, sizeBytes }] : []
  })
  return files.length === 2 ? files : undefined
}

/** Total size of files; undefined when the size of one is unknown. */
export function totalBytesOf(files: readonly FileForm[]): number | undefined {
  const sizes = files.map(({ sizeBytes }) => sizeBytes)
  return sizes.reduce(
    (sum, size) => (sum === undefined || size === undefined ? undefined : sum + size),
    0,
  )
}

/** The files that an engine is chosen for. */
interface ComparedFiles {
  readonly partner: FileForm
  readonly service: FileForm
  readonly carryService: FileForm | undefined
}

/** Requirements of a comparison. */
interface ComparerWishes {
  /** Number of threads; when undefined, chosen by file size and number of cores. */
  readonly threads: number | undefined
  /** Whether every row is compared, and not only those that may differ. */
  readonly areAllCompared: boolean
}

/** The engine of a comparison; the built-in engine when none is named. */
export interface Comparer extends Pick<ReconcileOptions, 'engine'> {
  /** Resolves when its thread has loaded its modules; without it no thread is loading any. */
  readonly loaded?: Promise<void>
  /** Ends the threads of the engine, and what it has changed in this process. */
  end?(): void
}

/**
 * Chooses the engine for these files, and starts its threads. When every row is compared, one
 * thread that spills the rows in its only reading needs half of the time of two threads, because
 * one of the two would send all its rows to the other.
 */
export function comparerFor(
  { partner, service, carryService }: ComparedFiles,
  wishes: ComparerWishes,
): Comparer {
  const ranged = rangedPaths(partner, service)
  const isLarge = (totalBytesOf([partner, service]) ?? threadedBytes) >= threadedBytes
  const isForMany = isLarge && !(wishes.areAllCompared && ranged !== undefined)
  const usual = isForMany ? Math.min(maxDefaultThreads, availableParallelism()) : 1
  const threads = wishes.threads ?? usual
  if (threads === 1) {
    return wishes.areAllCompared ? {} : { engine: singleThreadEngine, end: resumeOptimizing }
  }
  if (threads > 2 && ranged !== undefined) return { engine: rangedEngine(ranged, threads - 1) }
  return threadedEngine([
    { side: 'service', origin: 'file', paths: service.paths },
    ...(carryService === undefined
      ? []
      : [{ side: 'service', origin: 'carried', paths: carryService.paths } as const]),
  ])
}
