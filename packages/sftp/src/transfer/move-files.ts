import type { ExchangeFile, FileExchange } from '../exchange/file-exchange.ts'
import { FileExchangeError, type FileExchangeErrorCode } from '../exchange/file-exchange-error.ts'
import type { FileOutcome, TransferEvent } from './transfer-event.ts'
import { transferFile } from './transfer-file.ts'

/** What is moved, and how. */
export interface MoveOptions {
  /** Which files to take, by name; all when left out. */
  readonly takes?: (name: string) => boolean
  /** Removes a file at the source once its content at the target was compared; stays otherwise. */
  readonly removeSource?: boolean
  /**
   * Puts new content in place of a file that is there under the same name, once it is written and its
   * size was checked. Refused when left out, so that nothing is ever overwritten. Assumes G-111.
   */
  readonly replace?: boolean
  /** Reads each file back and compares its SHA-256; else its size is checked. */
  readonly verifyContent?: boolean
  /** Ends the transfer; its reason is thrown. */
  readonly signal?: AbortSignal
  /** Hears what happens. */
  readonly onEvent?: (event: TransferEvent) => void
}

/** Errors of the connection, not of one file: no other file would get through either. */
const connectionErrors: ReadonlySet<FileExchangeErrorCode> = new Set([
  'ERR_OPTIONS',
  'ERR_HOST_KEY',
  'ERR_LOGIN',
  'ERR_CONNECTION',
])

/** Moves files that are known already; the outcomes are in their order. */
export async function moveListed(
  route: { readonly from: FileExchange; readonly to: FileExchange },
  files: readonly ExchangeFile[],
  options: MoveOptions,
): Promise<FileOutcome[]> {
  const { removeSource = false, replace = false, verifyContent = false, signal, onEvent } = options
  const results: FileOutcome[] = []
  for (const [index, file] of files.entries()) {
    signal?.throwIfAborted()
    onEvent?.({ kind: 'started', file, position: index + 1, count: files.length })
    const onProgress = (doneBytes: number): void => onEvent?.({ kind: 'progress', file, doneBytes })
    let result: FileOutcome
    try {
      const how = { removeSource, replace, verifyContent, signal, onProgress }
      result = await transferFile({ ...route, file, ...how })
    } catch (error) {
      if (!(error instanceof FileExchangeError) || connectionErrors.has(error.code)) throw error
      result = { outcome: 'refused', name: file.name, error }
    }
    results.push(result)
    onEvent?.({ kind: 'ended', result })
  }
  return results
}

/**
 * Brings the files of one exchange to another, once. A file that is there with the same size and
 * SHA-256 is skipped, one with other content is refused unless it may be replaced, so that a repeat is
 * always safe. One file that is refused does not keep the others.
 *
 * @returns the outcome of each file, by name
 * @throws FileExchangeError when the way itself is closed
 */
export async function moveFiles(
  from: FileExchange,
  to: FileExchange,
  options: MoveOptions = {},
): Promise<FileOutcome[]> {
  const { takes = () => true, onEvent } = options
  const { files, ignored } = await from.list()
  for (const entry of ignored) onEvent?.({ kind: 'ignored', entry })
  return await moveListed(
    { from, to },
    files.filter(({ name }) => takes(name)),
    options,
  )
}
