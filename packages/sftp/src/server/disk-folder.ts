import { type BigIntStats, type Stats, constants } from 'node:fs'
import { type FileHandle, link, lstat, open, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { checkArguments } from '@merchant-edge/signing/options'
import { FolderError, type FolderStore, type OpenMode, type StoredEntry } from './folder-store.ts'

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_RDWR, O_TRUNC } = constants

const flags: Readonly<Record<OpenMode, number>> = {
  read: O_RDONLY,
  create: O_RDWR | O_CREAT | O_EXCL,
  replace: O_RDWR | O_CREAT | O_TRUNC,
  update: O_RDWR,
  extend: O_RDWR | O_CREAT,
}
const reasons: ReadonlyMap<string, FolderError['reason']> = new Map([
  ['ENOENT', 'missing'],
  ['EEXIST', 'taken'],
  ['ELOOP', 'not_a_file'],
  ['EISDIR', 'not_a_file'],
])

function folderError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = reasons.get(code)
  return reason === undefined ? error : new FolderError(reason)
}

async function translated<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw folderError(error)
  }
}

function kindOf(stats: Stats | BigIntStats): StoredEntry['kind'] {
  if (stats.isFile()) return 'file'
  return stats.isSymbolicLink() ? 'link' : 'other'
}

function entry(name: string, stats: Stats | BigIntStats): StoredEntry {
  return {
    name,
    kind: kindOf(stats),
    sizeBytes: Number(stats.size),
    modifiedAtMs: Number(stats.mtimeMs),
  }
}

function storedFile(handle: FileHandle) {
  return {
    async stat() {
      const { size, mtimeMs } = await handle.stat()
      return { sizeBytes: size, modifiedAtMs: mtimeMs }
    },
    async read(position: number, length: number) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    },
    async write(position: number, bytes: Uint8Array) {
      for (let from = 0; from < bytes.length;) {
        const rest = bytes.length - from
        from += (await handle.write(bytes, from, rest, position + from)).bytesWritten
      }
    },
    close: () => handle.close(),
  }
}

/**
 * Offers a folder of this machine. Links in it are listed as links and never followed.
 *
 * @example
 * ```ts
 * import { tmpdir } from 'node:os'
 * import { createDiskFolder, type SftpUser } from '@merchant-edge/sftp/server'
 *
 * export const user: SftpUser = {
 *   name: 'partner',
 *   password: 'right',
 *   folders: { out: { store: createDiskFolder(tmpdir()), readOnly: true } },
 * }
 * ```
 */
export function createDiskFolder(folder: string): FolderStore {
  checkArguments('createDiskFolder', {}, { folder })
  const find = async (name: string): Promise<StoredEntry | undefined> => {
    try {
      return entry(name, await lstat(join(folder, name)))
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    }
  }
  return {
    find,
    async list() {
      const found = await Promise.all((await readdir(folder)).map(find))
      return found.filter((one) => one !== undefined)
    },
    open: (name, mode) =>
      translated(async () => {
        const handle = await open(join(folder, name), flags[mode] | O_NOFOLLOW, 0o600)
        if ((await handle.stat()).isFile()) return storedFile(handle)
        await handle.close()
        throw new FolderError('not_a_file')
      }),
    rename: (name, newName) =>
      translated(async () => {
        // A rename would overwrite; a hard link fails for a name that is taken.
        await link(join(folder, name), join(folder, newName))
        await unlink(join(folder, name))
      }),
    remove: (name) => translated(() => unlink(join(folder, name))),
  }
}
