import { availableParallelism } from 'node:os'
import type { InputFile } from './input-file.ts'
import type { RangedPath } from './threads/range-messages.ts'
import { SideThread } from './threads/side-thread-handle.ts'

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

/** What of a file decides how it is read. */
export type FileForm = Pick<InputFile, 'paths' | 'sizeBytes'>

/** The files of both sides. */
export interface ComparedFiles {
  readonly partner: FileForm
  readonly service: FileForm
}

/** Requirements of a comparison. */
export interface ComparisonWishes {
  /** Number of threads; when undefined, chosen by file size and number of cores. */
  readonly threads: number | undefined
  /** Whether every row is compared, and not only those that may differ. */
  readonly areAllCompared: boolean
}

/** Which threads read the files of both sides. */
export type Readers =
  | { readonly kind: 'one-thread' }
  /** The first thread reads the files of the partner, and this one those of the service. */
  | { readonly kind: 'one-side-each'; readonly sideThread: SideThread }
  /** The first thread merges what the others find in byte ranges of both files. */
  | {
      readonly kind: 'ranges'
      readonly files: readonly RangedPath[]
      /** Number of threads besides the first one. */
      readonly count: number
    }

/** The paths of both files if each is a single uncompressed file, which allows random access. */
function rangedPaths({ partner, service }: ComparedFiles): readonly RangedPath[] | undefined {
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

/** Total size of both files in bytes; undefined when the size of one is unknown. */
export function totalBytesOf({ partner, service }: ComparedFiles): number | undefined {
  if (partner.sizeBytes === undefined || service.sizeBytes === undefined) return undefined
  return partner.sizeBytes + service.sizeBytes
}

/**
 * Chooses the threads that read these files. When every row is compared, one thread that spills the
 * rows in its only reading needs half of the time of two threads, because one of the two would send
 * all its rows to the other.
 *
 * The thread of a side is started here, because its start takes as long as the first thread needs to
 * load the comparison; threads for ranges are started by their engine. Whoever calls this ends it.
 */
export function startReaders(files: ComparedFiles, wishes: ComparisonWishes): Readers {
  const ranged = rangedPaths(files)
  const isLarge = (totalBytesOf(files) ?? threadedBytes) >= threadedBytes
  const isForMany = isLarge && !(wishes.areAllCompared && ranged !== undefined)
  const usual = isForMany ? Math.min(maxDefaultThreads, availableParallelism()) : 1
  const threads = wishes.threads ?? usual
  if (threads === 1) return { kind: 'one-thread' }
  return threads > 2 && ranged !== undefined
    ? { kind: 'ranges', files: ranged, count: threads - 1 }
    : { kind: 'one-side-each', sideThread: new SideThread() }
}
