import type { OptionRules } from '@merchant-edge/signing/options'
import { checkExchangeOptions, checkExchanges } from '../exchange/check-exchange-options.ts'
import type { ExchangeFile, FileExchange } from '../exchange/file-exchange.ts'
import { FileExchangeError, type FileExchangeErrorCode } from '../exchange/file-exchange-error.ts'
import { interruptible } from '../exchange/interruptible.ts'
import type { FileOutcome, TransferEvent } from './transfer-event.ts'
import { transferFile } from './transfer-file.ts'

/** Which files are moved, and how. */
export interface MoveOptions {
  /** Which files to take, by name; all when left out. */
  readonly takes?: ((name: string) => boolean) | undefined
  /**
   * Removes a file at the source after its content at the target was compared; false when left out.
   * Source and target must then be different folders. A file that the target had already is kept at
   * the source, `ERR_SAME_FILE`, when it has the same time there: it may be one file, in one folder
   * with two addresses. A file that is replaced at the source is kept, `ERR_FILE_CHANGED`, unless that
   * happens within the milliseconds between the last look at it and its removal: no side has a
   * removal on condition. Let a writer use a new name for new content.
   */
  readonly removeSource?: boolean | undefined
  /**
   * Replaces a file of the same name by other content, once that is written and its size checked.
   * When left out, such a file is refused, so that nothing is ever overwritten. Assumes G-111.
   */
  readonly replace?: boolean | undefined
  /** Reads each file back and compares its SHA-256; when left out, only its size is checked. */
  readonly verifyContent?: boolean | undefined
  /** Ends the transfer; its reason is thrown. */
  readonly signal?: AbortSignal | undefined
  /** Called with every event of the transfer. */
  readonly onEvent?: ((event: TransferEvent) => void) | undefined
}

/** The rules of {@link MoveOptions}. */
export const moveRules: OptionRules<MoveOptions> = {
  takes: 'function',
  removeSource: 'boolean',
  replace: 'boolean',
  verifyContent: 'boolean',
  signal: 'AbortSignal',
  onEvent: 'function',
}

/** Errors of settings and connection: other files would fail too. */
const connectionErrors: ReadonlySet<FileExchangeErrorCode> = new Set([
  'ERR_OPTIONS',
  'ERR_HOST_KEY',
  'ERR_LOGIN',
  'ERR_CONNECTION',
])

/**
 * @throws FileExchangeError `ERR_OPTIONS` when both are the same folder: each file would count as
 *   already transferred, and then be removed.
 */
async function checkAreApart(from: FileExchange, to: FileExchange): Promise<void> {
  const [one, other] = await Promise.all([from, to].map(async (at) => at.place?.() ?? at.title))
  if (one !== other) return
  throw new FileExchangeError(
    'ERR_OPTIONS',
    `Source and target are one folder, ${to.title}, and removeSource would remove its files.`,
    { remedy: 'Give two different folders.' },
  )
}

/** The two sides of a transfer. */
export interface TransferRoute {
  readonly from: FileExchange
  readonly to: FileExchange
}

/** Whether an exchange answers, be it with a refusal. */
async function answers(exchange: FileExchange): Promise<boolean> {
  try {
    await exchange.list()
    return true
  } catch (error) {
    return error instanceof FileExchangeError && !connectionErrors.has(error.code)
  }
}

/**
 * The error about one file, when an error is not one of settings or connection as a whole. A
 * connection that broke, while both sides answer other requests, is one about the file: it must not
 * hold up the others.
 *
 * @throws the error otherwise
 */
export async function errorOfFile(
  error: unknown,
  { from, to }: TransferRoute,
): Promise<FileExchangeError> {
  if (!(error instanceof FileExchangeError)) throw error
  if (!connectionErrors.has(error.code)) return error
  const isBroken = error.code === 'ERR_CONNECTION'
  if (!isBroken || !(await answers(from)) || !(await answers(to))) throw error
  return new FileExchangeError(
    error.code,
    `${error.reason} Both sides answer other requests, so it is about this file.`,
    {
      cause: error,
      remedy: 'Repeat it later; if only this file fails again, ask the operator of the server.',
    },
  )
}

/** Moves the given files; the outcomes are in their order. */
export async function moveListed(
  route: TransferRoute,
  files: readonly ExchangeFile[],
  options: MoveOptions,
): Promise<FileOutcome[]> {
  const { removeSource = false, replace = false, verifyContent = false, signal, onEvent } = options
  const results: FileOutcome[] = []
  if (removeSource && files.length > 0) await checkAreApart(route.from, route.to)
  for (const [index, file] of files.entries()) {
    signal?.throwIfAborted()
    onEvent?.({ kind: 'started', file, position: index + 1, count: files.length })
    const onProgress = (doneBytes: number): void => onEvent?.({ kind: 'progress', file, doneBytes })
    let result: FileOutcome
    try {
      const how = { removeSource, replace, verifyContent, signal, onProgress }
      result = await transferFile({ ...route, file, ...how })
    } catch (error) {
      signal?.throwIfAborted()
      result = { outcome: 'refused', name: file.name, error: await errorOfFile(error, route) }
    }
    results.push(result)
    onEvent?.({ kind: 'ended', result })
  }
  return results
}

/**
 * Copies the files of one exchange to another, once. A file that the target already has with the
 * same size and SHA-256 is skipped; a file with other content is refused unless it may be replaced.
 * A repeated call is therefore always safe. A refused file does not stop the others, and neither does
 * one at which the connection breaks each time.
 *
 * @returns the outcome of each file, sorted by name
 * @throws FileExchangeError when a connection fails or a setting is wrong, `ERR_OPTIONS` also when
 *   `removeSource` is set and source and target are the same folder
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { createLocalFolder, moveFiles } from '@merchant-edge/sftp'
 *
 * const from = await mkdtemp(join(tmpdir(), 'from-'))
 * const to = await mkdtemp(join(tmpdir(), 'to-'))
 * await writeFile(join(from, 'a.csv'), '1,2,3')
 *
 * const first = await moveFiles(createLocalFolder(from), createLocalFolder(to))
 * const second = await moveFiles(createLocalFolder(from), createLocalFolder(to))
 *
 * await Promise.all([from, to].map((folder) => rm(folder, { recursive: true })))
 * if (first[0]?.outcome !== 'moved') throw new Error('The file must be moved.')
 * if (second[0]?.outcome !== 'skipped') throw new Error('A repeat must change nothing.')
 * ```
 */
export async function moveFiles(
  from: FileExchange,
  to: FileExchange,
  options: MoveOptions = {},
): Promise<FileOutcome[]> {
  checkExchanges({ from, to })
  checkExchangeOptions('moveFiles', options, moveRules)
  const { takes = () => true, onEvent, signal } = options
  const route = { from: interruptible(from, signal), to: interruptible(to, signal) }
  const { files, ignored } = await route.from.list()
  for (const entry of ignored) onEvent?.({ kind: 'ignored', entry })
  return await moveListed(
    route,
    files.filter(({ name }) => takes(name)),
    options,
  )
}
