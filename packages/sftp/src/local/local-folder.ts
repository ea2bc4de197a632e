import type { Stats } from 'node:fs'
import { link, lstat, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { checkExchangeOptions } from '../exchange/check-exchange-options.ts'
import { systemClock, type Clock } from '../exchange/clock.ts'
import { streamOf } from '../exchange/content.ts'
import type {
  ExchangeFile,
  FileExchange,
  FileListing,
  IgnoredEntry,
} from '../exchange/file-exchange.ts'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { checkFileName, ignoredName, printableName, temporaryName } from '../exchange/file-name.ts'
import { checkSource } from '../exchange/check-source.ts'
import { defaultMaxBytes } from '../exchange/size-limit.ts'
import { readLocalFile } from './read-local-file.ts'
import { isSystemError, linkRefusal, onDisk } from './system-error.ts'
import { writeLocalFile } from './write-local-file.ts'

/** Options of {@link createLocalFolder}. */
export interface LocalFolderOptions {
  /** Largest file that is moved, in bytes; 1 GiB when left out. */
  readonly maxBytes?: number | undefined
  /** Time and chance; those of this machine when left out. */
  readonly clock?: Clock | undefined
}

async function lookAt(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path)
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined
    throw error
  }
}

function kindOf(stats: Stats): 'file' | Extract<IgnoredEntry['reason'], string> {
  if (stats.isFile()) return 'file'
  if (stats.isSymbolicLink()) return 'link'
  return stats.isDirectory() ? 'folder' : 'special'
}

function exchangeFile(name: string, { size, mtimeMs }: Stats): ExchangeFile {
  return { name, sizeBytes: size, modifiedAtMs: mtimeMs }
}

async function listFolder(folder: string): Promise<FileListing> {
  const files: ExchangeFile[] = []
  const ignored: IgnoredEntry[] = []
  for (const name of (await readdir(folder)).sort()) {
    const stats = await lookAt(join(folder, name))
    if (stats === undefined) continue
    const kind = kindOf(stats)
    const reason = kind === 'file' ? ignoredName(name) : kind
    if (reason === undefined) files.push(exchangeFile(name, stats))
    else ignored.push({ name: printableName(name), reason })
  }
  return { files, ignored }
}

/** Renames a file to a free name: atomically, and without overwriting. */
async function renameToFree(fromPath: string, toPath: string): Promise<void> {
  await link(fromPath, toPath).catch((error: unknown) => {
    throw linkRefusal(error, basename(toPath))
  })
  await unlink(fromPath)
}

/**
 * Removes a file if it is the listed version. It gets another name first: a version that is renamed
 * into its place meanwhile is not the one that is compared and removed.
 *
 * @returns whether there is no other version
 */
async function removeIfListed(
  { path, asidePath }: { readonly path: string; readonly asidePath: string },
  { name, sizeBytes, modifiedAtMs }: ExchangeFile,
): Promise<boolean> {
  const now = await lookAt(path)
  if (now === undefined) return true
  if (!now.isFile()) {
    throw new FileExchangeError('ERR_NOT_A_FILE', `${printableName(name)} is no regular file.`)
  }
  await rename(path, asidePath)
  const { size, mtimeMs } = await lstat(asidePath)
  const isListed = size === sizeBytes && mtimeMs === modifiedAtMs
  if (!isListed) {
    try {
      await link(asidePath, path)
    } catch (error) {
      // Where a still newer version has come, it has replaced this one.
      if (!isSystemError(error, 'EEXIST')) {
        await rename(asidePath, path)
        return false
      }
    }
  }
  await unlink(asidePath)
  return isListed
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Exchanges files with a folder of this machine, which must exist.
 *
 * @throws FileExchangeError `ERR_OPTIONS` for an empty path, which would mean the working directory
 *   of the process
 *
 * @example
 * ```ts
 * import { mkdtemp, rm } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { createLocalFolder } from '@merchant-edge/sftp'
 *
 * const path = await mkdtemp(join(tmpdir(), 'exchange-'))
 * const folder = createLocalFolder(path)
 * const content = new TextEncoder().encode('1,2,3\r\n')
 *
 * await folder.put('a.csv', { sizeBytes: 7, open: (from) => new Blob([content.slice(from)]).stream() })
 * const { files } = await folder.list()
 *
 * await rm(path, { recursive: true })
 * if (files[0]?.sizeBytes !== 7) throw new Error('The file must be there.')
 * ```
 */
export function createLocalFolder(folder: string, options: LocalFolderOptions = {}): FileExchange {
  checkExchangeOptions('createLocalFolder', options, { maxBytes: 'number', clock: 'object' })
  const { maxBytes = defaultMaxBytes, clock = systemClock } = options
  if (typeof folder !== 'string' || folder === '') {
    const state = folder === '' ? 'empty' : 'missing'
    throw new FileExchangeError('ERR_OPTIONS', `The path of the folder is ${state}.`, {
      remedy: 'Give the path of a folder; a full stop is the one that the process runs in.',
    })
  }
  const pathOf = (name: string): string => {
    checkFileName(name)
    return join(folder, name)
  }
  return {
    title: resolve(folder),
    place: () =>
      onDisk(folder, async () => {
        const { dev, ino } = await stat(folder, { bigint: true })
        return `file:${dev}:${ino}`
      }),
    list: () => onDisk(folder, () => listFolder(folder)),
    find: (name) =>
      onDisk(name, async () => {
        const stats = await lookAt(pathOf(name))
        if (stats === undefined) return undefined
        if (stats.isFile()) return exchangeFile(name, stats)
        throw new FileExchangeError('ERR_NOT_A_FILE', `${printableName(name)} is no regular file.`)
      }),
    get: async (name, { fromByte = 0, signal } = {}) =>
      streamOf(readLocalFile({ path: pathOf(name), name, fromByte, maxBytes, signal })),
    put: (name, source, putOptions = {}) =>
      onDisk(name, async () => {
        const path = pathOf(name)
        checkSource(name, source, maxBytes)
        const isTaken = putOptions.replace !== true && (await lookAt(path)) !== undefined
        if (isTaken) {
          throw new FileExchangeError('ERR_FILE_EXISTS', `${printableName(name)} is there already.`)
        }
        const temporaryPath = join(folder, temporaryName(name, clock))
        try {
          await writeLocalFile({ temporaryPath, name, source, options: putOptions })
          if (putOptions.replace === true) await rename(temporaryPath, path)
          else await renameToFree(temporaryPath, path)
        } catch (error) {
          await unlink(temporaryPath).catch(() => undefined)
          throw error
        }
        await syncFolder(folder)
      }),
    move: (name, newName) => onDisk(name, () => renameToFree(pathOf(name), pathOf(newName))),
    remove: (name) => onDisk(name, () => unlink(pathOf(name))),
    removeListed: (file) =>
      onDisk(file.name, () => {
        const asidePath = join(folder, temporaryName(file.name, clock))
        return removeIfListed({ path: pathOf(file.name), asidePath }, file)
      }),
    close: async () => undefined,
  }
}
