import { checkExchangeOptions, checkExchanges } from '../exchange/check-exchange-options.ts'
import { systemClock, type Clock } from '../exchange/clock.ts'
import type { ExchangeFile, FileExchange } from '../exchange/file-exchange.ts'
import {
  FileExchangeError,
  type FileExchangeErrorCode,
  isExchangeError,
} from '../exchange/file-exchange-error.ts'
import { interruptible } from '../exchange/interruptible.ts'
import { checkNumberOption, maxTimerMs } from '../exchange/number-option.ts'
import {
  type MoveOptions,
  type TransferRoute,
  errorOfFile,
  moveListed,
  moveRules,
} from './move-files.ts'
import type { FileOutcome } from './transfer-event.ts'

/** Options of {@link watchFiles}. */
export interface WatchOptions extends MoveOptions {
  /** Ends the watch, which then returns. */
  readonly signal: AbortSignal
  /** Milliseconds between two listings, 24 days at most; 10,000 when left out. */
  readonly intervalMs?: number | undefined
  /**
   * Consecutive listings that must show the same size and modification time before a file is
   * copied, so that no file is copied while it is written; 2 when left out, 1 at least. Assumes
   * G-96.
   */
  readonly stableLooks?: number | undefined
  /** Clock; the system clock when left out. */
  readonly clock?: Clock | undefined
}

interface Seen {
  readonly version: string
  /** Listings in a row that showed this version. */
  readonly looks: number
  /** Whether this version was copied, skipped, or refused for good. */
  readonly isSettled: boolean
}

function versionOf({ sizeBytes, modifiedAtMs }: ExchangeFile): string {
  return `${sizeBytes} ${modifiedAtMs}`
}

/** Tracks the versions of each file, and determines which files are complete. */
function createSightings(stableLooks: number) {
  let seen = new Map<string, Seen>()
  return {
    look(files: readonly ExchangeFile[]): ExchangeFile[] {
      const now = new Map<string, Seen>()
      for (const file of files) {
        const version = versionOf(file)
        const before = seen.get(file.name)
        const isSame = before?.version === version
        const looks = isSame ? before.looks + 1 : 1
        now.set(file.name, { version, looks, isSettled: isSame && before.isSettled })
      }
      // A deleted file is forgotten; when it reappears, it counts as new.
      seen = now
      return files.filter(({ name }) => {
        const one = now.get(name)
        return one !== undefined && !one.isSettled && one.looks >= stableLooks
      })
    },
    settle(file: ExchangeFile): void {
      seen.set(file.name, { version: versionOf(file), looks: stableLooks, isSettled: true })
    },
    /** Makes a settled file be copied again. */
    reopen(name: string): void {
      const one = seen.get(name)
      if (one !== undefined) seen.set(name, { ...one, isSettled: false })
    },
  }
}

/** Tracks the existing target files because of which files were refused. */
function createObstacles(route: TransferRoute) {
  const seen = new Map<string, string>()
  async function look(name: string): Promise<string> {
    try {
      const there = await route.to.find(name)
      return there === undefined ? 'nothing' : versionOf(there)
    } catch (error) {
      if (isExchangeError(error, 'ERR_NOT_A_FILE')) return 'no file'
      throw error
    }
  }
  return {
    async note(name: string): Promise<void> {
      seen.set(name, await look(name))
    },
    /**
     * Names of refused files whose obstacle at the target was removed or replaced. One that cannot be
     * looked at this time is passed to `onError`, and stays.
     */
    async gone(
      files: readonly ExchangeFile[],
      onError: (error: FileExchangeError) => void,
    ): Promise<string[]> {
      const gone: string[] = []
      for (const { name } of files) {
        const before = seen.get(name)
        if (before === undefined) continue
        try {
          if ((await look(name)) === before) continue
        } catch (error) {
          onError(await errorOfFile(error, route))
          continue
        }
        seen.delete(name)
        gone.push(name)
      }
      return gone
    },
  }
}

/**
 * Whether the next attempt may succeed. A refused login is never retried, because that could lock
 * the account.
 */
function isTransient(error: unknown): error is FileExchangeError {
  if (!(error instanceof FileExchangeError)) return false
  return !['ERR_OPTIONS', 'ERR_HOST_KEY', 'ERR_LOGIN'].includes(error.code)
}

function hasBroken(result: FileOutcome): boolean {
  return result.outcome === 'refused' && result.error.code === 'ERR_CONNECTION'
}

function isObstructed(result: FileOutcome): boolean {
  return result.outcome === 'refused' && result.error.code === 'ERR_FILE_EXISTS'
}

const finalCodes: ReadonlySet<FileExchangeErrorCode> = new Set([
  'ERR_NOT_A_FILE',
  'ERR_FILE_TOO_LARGE',
  'ERR_NAME',
  'ERR_SAME_FILE',
  // A quick receiver would get the file again in every round.
  'ERR_FILE_TAKEN',
])

/** Whether another attempt with the same version would have the same result. */
function isFinal(result: FileOutcome): boolean {
  if (result.outcome !== 'refused' || isObstructed(result)) return true
  return finalCodes.has(result.error.code)
}

/**
 * Copies new files of one exchange to another until the signal ends it. A file is copied when its
 * size and time are equal in two listings; a file with other content than an existing one is
 * refused, unless it may be replaced. Failed connections, and files that were refused for a
 * transient reason, are retried at the next listing; a file at which the connection breaks comes
 * last there, and holds up no other one. Files that were refused permanently are
 * retried when they change, or when the existing file at the target is removed or changes.
 *
 * @throws FileExchangeError when a retry cannot help: settings, host key or login
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { createLocalFolder, watchFiles } from '@merchant-edge/sftp'
 *
 * const from = await mkdtemp(join(tmpdir(), 'from-'))
 * const to = await mkdtemp(join(tmpdir(), 'to-'))
 * await writeFile(join(from, 'a.csv'), '1,2,3')
 * const moved: string[] = []
 * const stop = new AbortController()
 *
 * await watchFiles(createLocalFolder(from), createLocalFolder(to), {
 *   signal: stop.signal,
 *   intervalMs: 10,
 *   onEvent(event) {
 *     if (event.kind !== 'ended') return
 *     moved.push(event.result.name)
 *     stop.abort()
 *   },
 * })
 *
 * await Promise.all([from, to].map((folder) => rm(folder, { recursive: true })))
 * if (moved[0] !== 'a.csv') throw new Error('The file must be moved.')
 * ```
 */
export async function watchFiles(
  from: FileExchange,
  to: FileExchange,
  options: WatchOptions,
): Promise<void> {
  checkExchanges({ from, to })
  checkExchangeOptions('watchFiles', options, {
    ...moveRules,
    signal: 'AbortSignal!',
    intervalMs: 'any',
    stableLooks: 'any',
    clock: 'object',
  })
  const { signal, intervalMs = 10_000, stableLooks = 2, takes = () => true, onEvent } = options
  const { clock = systemClock } = options
  checkNumberOption('intervalMs', intervalMs, { from: 0, to: maxTimerMs })
  checkNumberOption('stableLooks', stableLooks, { from: 1, to: 1_000_000 })
  const sightings = createSightings(stableLooks)
  const route = { from: interruptible(from, signal), to: interruptible(to, signal) }
  const obstacles = createObstacles(route)
  /** Names of files at which the connection broke. */
  const breaking = new Set<string>()
  const reported = new Set<string>()

  async function lookOnce(): Promise<void> {
    const { files, ignored } = await route.from.list()
    for (const entry of ignored) {
      if (!reported.has(entry.name)) onEvent?.({ kind: 'ignored', entry })
      reported.add(entry.name)
    }
    const taken = files.filter(({ name }) => takes(name))
    const onTrouble = (error: FileExchangeError): void => onEvent?.({ kind: 'trouble', error })
    for (const name of await obstacles.gone(taken, onTrouble)) sightings.reopen(name)
    const due = sightings.look(taken)
    const isLast = ({ name }: ExchangeFile): boolean => breaking.has(name)
    // Each attempt at a file that breaks the connection may take minutes.
    for (const file of [...due.filter((one) => !isLast(one)), ...due.filter(isLast)]) {
      const [result] = await moveListed(route, [file], options)
      if (result === undefined) continue
      if (hasBroken(result)) breaking.add(file.name)
      else breaking.delete(file.name)
      if (isObstructed(result)) await obstacles.note(file.name)
      if (isFinal(result)) sightings.settle(file)
    }
  }

  do {
    try {
      await lookOnce()
    } catch (error) {
      if (signal.aborted) return
      if (!isTransient(error)) throw error
      onEvent?.({ kind: 'trouble', error })
    }
    // An aborted wait ends the watch without an error.
    await clock.sleep(intervalMs, signal).catch(() => undefined)
  } while (!signal.aborted)
}
