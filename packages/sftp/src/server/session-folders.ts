import { posix } from 'node:path'
import ssh2, { type Attributes, type FileEntry } from 'ssh2'
import { defaultMaxBytes } from '../exchange/size-limit.ts'
import { entryAttributes, folderAttributes, listedEntry, listedFolder } from './entry-attributes.ts'
import { FolderError, type OpenMode } from './folder-store.ts'
import { appendedFile, type OpenHandle, positionedFile } from './open-handles.ts'
import { ProtocolRefusal } from './protocol-refusal.ts'
import type { SftpUser, SharedFolder } from './sftp-user.ts'

/** A parsed path of a client: the root, a folder in it, or a file in that. */
export type SessionPath =
  | { readonly kind: 'root' }
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'file'; readonly folder: string; readonly name: string }

/** Normalizes a path; a relative one starts at the root, and none leads above it. */
export function absolutePath(path: string): string {
  const absolute = posix.normalize(posix.join('/', path))
  return absolute.length > 1 ? absolute.replace(/\/$/, '') : absolute
}

/** Parses a path of a client; `undefined` when it is deeper than a file in a folder. */
export function readSessionPath(path: string): SessionPath | undefined {
  if (path.includes('\0')) return undefined
  const [folder, name, ...deeper] = absolutePath(path).slice(1).split('/')
  if (folder === undefined || folder === '') return { kind: 'root' }
  if (name === undefined) return { kind: 'folder', folder }
  return deeper.length === 0 ? { kind: 'file', folder, name } : undefined
}

const { WRITE, APPEND, CREAT, TRUNC, EXCL } = ssh2.utils.sftp.OPEN_MODE

function isSet(flags: number, flag: number): boolean {
  return (flags & flag) !== 0
}

function openMode(flags: number): OpenMode {
  if (!isSet(flags, WRITE)) return 'read'
  if (!isSet(flags, CREAT)) return isSet(flags, TRUNC) ? 'replace' : 'update'
  if (isSet(flags, EXCL)) return 'create'
  return isSet(flags, TRUNC) ? 'replace' : 'extend'
}

/** The folders of one user by path. Every method throws a ProtocolRefusal or a FolderError. */
export interface SessionFolders {
  attributes(path: string): Promise<Attributes>
  list(path: string): Promise<readonly FileEntry[]>
  open(path: string, flags: number): Promise<OpenHandle>
  rename(fromPath: string, toPath: string): Promise<void>
  remove(path: string): Promise<void>
}

/** The folders of a user as the protocol addresses them. */
export function createSessionFolders({ folders }: SftpUser): SessionFolders {
  const shared = (folder: string): SharedFolder => {
    const found = Object.hasOwn(folders, folder) ? folders[folder] : undefined
    if (found === undefined) throw new FolderError('missing')
    return found
  }
  const fileAt = (path: string, use: 'read' | 'write') => {
    const at = readSessionPath(path)
    if (at === undefined) throw new FolderError('missing')
    if (at.kind !== 'file') throw new FolderError('not_a_file')
    const found = shared(at.folder)
    if (use === 'write' && found.readOnly === true) {
      throw new ProtocolRefusal('PERMISSION_DENIED', 'this folder is read-only')
    }
    return { ...found, name: at.name, folder: at.folder }
  }
  return {
    async attributes(path) {
      const at = readSessionPath(path)
      if (at === undefined) throw new FolderError('missing')
      if (at.kind === 'root') return folderAttributes()
      const { store } = shared(at.folder)
      if (at.kind === 'folder') return folderAttributes()
      const entry = await store.find(at.name)
      if (entry === undefined) throw new FolderError('missing')
      return entryAttributes(entry)
    },
    async list(path) {
      const at = readSessionPath(path)
      if (at?.kind === 'root') return Object.keys(folders).map(listedFolder)
      if (at?.kind !== 'folder') throw new FolderError('missing')
      return (await shared(at.folder).store.list()).map(listedEntry)
    },
    async open(path, flags) {
      const mode = openMode(flags)
      const at = fileAt(path, mode === 'read' ? mode : 'write')
      const { store, name, maxBytes = defaultMaxBytes } = at
      const isToExist = mode === 'replace' && !isSet(flags, CREAT)
      if (isToExist && (await store.find(name)) === undefined) throw new FolderError('missing')
      const file = await store.open(name, mode)
      const isAppended = mode !== 'read' && isSet(flags, APPEND)
      return isAppended ? appendedFile(file, maxBytes) : positionedFile(file, maxBytes)
    },
    async rename(fromPath, toPath) {
      const from = fileAt(fromPath, 'write')
      const to = fileAt(toPath, 'write')
      if (from.folder !== to.folder) {
        throw new ProtocolRefusal('OP_UNSUPPORTED', 'no renaming between folders')
      }
      await from.store.rename(from.name, to.name)
    },
    async remove(path) {
      const { store, name } = fileAt(path, 'write')
      await store.remove(name)
    },
  }
}
