import { checkOptions } from '@merchant-edge/signing/options'
import { FolderError, type FolderStore, type StoredEntry, type StoredFile } from './folder-store.ts'

/** A folder in memory, which a test can fill and read directly. */
export interface MemoryFolder extends FolderStore {
  /** Stores a file, and replaces one of the same name. */
  set(name: string, content: Uint8Array): void
  /** The content of a file; `undefined` when there is none of that name. */
  content(name: string): Uint8Array | undefined
}

interface Content {
  bytes: Uint8Array
  sizeBytes: number
  modifiedAtMs: number
}

function writeAt(content: Content, position: number, bytes: Uint8Array): void {
  const end = position + bytes.length
  if (end > content.bytes.length) {
    const grown = new Uint8Array(Math.max(end, content.bytes.length * 2))
    grown.set(content.bytes.subarray(0, content.sizeBytes))
    content.bytes = grown
  }
  content.bytes.set(bytes, position)
  content.sizeBytes = Math.max(content.sizeBytes, end)
}

/**
 * Creates an empty folder in memory.
 *
 * @param now clock in milliseconds since 1970
 *
 * @example
 * ```ts
 * import { createMemoryFolder } from '@merchant-edge/sftp/server'
 *
 * const folder = createMemoryFolder()
 * folder.set('a.csv', new TextEncoder().encode('1,2,3'))
 *
 * if (folder.content('a.csv')?.length !== 5) throw new Error('The file must be there.')
 * ```
 */
export function createMemoryFolder(now: () => number = Date.now): MemoryFolder {
  checkOptions('createMemoryFolder', { now }, { now: 'function!' })
  const contents = new Map<string, Content>()
  const entry = (name: string, { sizeBytes, modifiedAtMs }: Content): StoredEntry => {
    return { name, kind: 'file', sizeBytes, modifiedAtMs }
  }
  const existing = (name: string): Content => {
    const content = contents.get(name)
    if (content === undefined) throw new FolderError('missing')
    return content
  }
  const created = (name: string): Content => {
    const content = { bytes: new Uint8Array(), sizeBytes: 0, modifiedAtMs: now() }
    contents.set(name, content)
    return content
  }
  const opened = (content: Content): StoredFile => ({
    stat: async () => ({ sizeBytes: content.sizeBytes, modifiedAtMs: content.modifiedAtMs }),
    read: async (position, length) =>
      content.bytes.slice(position, Math.min(position + length, content.sizeBytes)),
    async write(position, bytes) {
      writeAt(content, position, bytes)
      content.modifiedAtMs = now()
    },
    close: async () => undefined,
  })
  return {
    set(name, content) {
      writeAt(created(name), 0, content)
    },
    content(name) {
      const content = contents.get(name)
      return content?.bytes.slice(0, content.sizeBytes)
    },
    list: async () => [...contents].map(([name, content]) => entry(name, content)),
    async find(name) {
      const content = contents.get(name)
      return content && entry(name, content)
    },
    async open(name, mode) {
      if (mode === 'create' && contents.has(name)) throw new FolderError('taken')
      if (mode === 'create' || mode === 'replace') return opened(created(name))
      if (mode === 'extend') return opened(contents.get(name) ?? created(name))
      return opened(existing(name))
    },
    async rename(name, newName) {
      const content = existing(name)
      if (contents.has(newName)) throw new FolderError('taken')
      contents.delete(name)
      contents.set(newName, content)
    },
    async remove(name) {
      if (!contents.delete(name)) throw new FolderError('missing')
    },
  }
}
