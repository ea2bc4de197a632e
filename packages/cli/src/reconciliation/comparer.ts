import type { ReconcileOptions } from '@merchant-edge/reconcile'
import { availableParallelism } from 'node:os'
import type { InputFile } from './input-file.ts'
import type { RangedPath } from './threads/range-messages.ts'
import { rangedEngine } from './threads/range-threads.ts'
import { threadedEngine } from './threads/threaded-engine.ts'

/** From this size of both files on further threads are worth their memory, 25 MB for the second. */
const threadedBytes = 1024 ** 3

/** With so many the first thread, which adds up what the others find, has as much to do as each of them. */
const mostUsualThreads = 4

/** The files where each is one that is not packed: it can be read in the middle. */
function rangedPaths(partner: InputFile, service: InputFile): readonly RangedPath[] | undefined {
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

/** The size of files together; undefined where that of one is not known. */
export function totalBytesOf(files: readonly InputFile[]): number | undefined {
  const sizes = files.map(({ sizeBytes }) => sizeBytes)
  return sizes.reduce(
    (sum, size) => (sum === undefined || size === undefined ? undefined : sum + size),
    0,
  )
}

/** The files that an engine is chosen for. */
interface ComparedFiles {
  readonly partner: InputFile
  readonly service: InputFile
  readonly carryService: InputFile | undefined
}

/** What is asked of a comparison. */
interface ComparerWishes {
  /** How many threads; chosen by the size of the files and the processor when undefined. */
  readonly threads: number | undefined
  /** Whether every row is compared, and not only those that may differ. */
  readonly areAllCompared: boolean
}

/** What compares: the usual engine where none is named. */
export interface Comparer extends Pick<ReconcileOptions, 'engine'> {
  /** Ends the threads that were started for it. */
  end?(): void
}

/**
 * Chooses what compares these files, and starts its threads. Where every row is compared, one thread that keeps the rows of its
 * only reading needs half of the time of two, of which one sends all of its rows to the other.
 */
export function comparerFor(
  { partner, service, carryService }: ComparedFiles,
  wishes: ComparerWishes,
): Comparer {
  const ranged = rangedPaths(partner, service)
  const isLarge = (totalBytesOf([partner, service]) ?? threadedBytes) >= threadedBytes
  const isForMany = isLarge && !(wishes.areAllCompared && ranged !== undefined)
  const usual = isForMany ? Math.min(mostUsualThreads, availableParallelism()) : 1
  const threads = wishes.threads ?? usual
  if (threads === 1) return {}
  if (threads > 2 && ranged !== undefined) return { engine: rangedEngine(ranged, threads - 1) }
  return threadedEngine([
    { side: 'service', origin: 'file', paths: service.paths },
    ...(carryService === undefined
      ? []
      : [{ side: 'service', origin: 'carried', paths: carryService.paths } as const]),
  ])
}
