import type { Attributes, FileEntry } from 'ssh2'
import type { StoredEntry } from './folder-store.ts'

const modes = { file: 0o100600, link: 0o120777, other: 0o010600 } as const
const folderMode = 0o040700
const letters = { file: '-rw-------', link: 'lrwxrwxrwx', other: 'prw-------' } as const

function attributes(mode: number, sizeBytes: number, modifiedAtMs: number): Attributes {
  const seconds = Math.floor(modifiedAtMs / 1000)
  return { mode, uid: 0, gid: 0, size: sizeBytes, atime: seconds, mtime: seconds }
}

/** The attributes of a folder in the protocol. */
export function folderAttributes(): Attributes {
  return attributes(folderMode, 0, 0)
}

/** The attributes of an entry in the protocol; of a file when the kind is left out. */
export function entryAttributes({
  kind = 'file',
  sizeBytes,
  modifiedAtMs,
}: Partial<Pick<StoredEntry, 'kind'>> &
  Pick<StoredEntry, 'sizeBytes' | 'modifiedAtMs'>): Attributes {
  return attributes(modes[kind], sizeBytes, modifiedAtMs)
}

/** An entry as an item of a listing. */
export function listedEntry(entry: StoredEntry): FileEntry {
  const date = new Date(entry.modifiedAtMs).toISOString().slice(0, 10)
  return {
    filename: entry.name,
    longname: `${letters[entry.kind]} 1 owner group ${entry.sizeBytes} ${date} ${entry.name}`,
    attrs: entryAttributes(entry),
  }
}

/** A folder as an item of the listing of the root. */
export function listedFolder(name: string): FileEntry {
  return {
    filename: name,
    longname: `drwx------ 1 owner group 0 1970-01-01 ${name}`,
    attrs: folderAttributes(),
  }
}
