import type { FileEntry } from 'ssh2'
import type { StoredFile } from './folder-store.ts'
import { ProtocolRefusal } from './protocol-refusal.ts'

const maxHandles = 100

/** An open file, or a listing that is partly sent. */
export type OpenHandle =
  | {
      readonly kind: 'file'
      readonly file: StoredFile
      /**
       * Writes at a position; at the end, when the file was opened for appending.
       *
       * @throws ProtocolRefusal when the file would be too large
       */
      write(position: number, bytes: Uint8Array): Promise<void>
    }
  | { readonly kind: 'listing'; entries: readonly FileEntry[] }

async function writeUpTo(
  { file, maxBytes }: { readonly file: StoredFile; readonly maxBytes: number },
  position: number,
  bytes: Uint8Array,
): Promise<void> {
  if (position + bytes.length > maxBytes) {
    throw new ProtocolRefusal('FAILURE', 'the file is too large')
  }
  await file.write(position, bytes)
}

/** A file that is written at the positions given by the client. */
export function positionedFile(file: StoredFile, maxBytes: number): OpenHandle {
  return {
    kind: 'file',
    file,
    write: (position, bytes) => writeUpTo({ file, maxBytes }, position, bytes),
  }
}

/** A file that is written at its end, whatever position the client gives. */
export function appendedFile(file: StoredFile, maxBytes: number): OpenHandle {
  // Clients do not wait for answers between writes, so writes are chained: each begins where the
  // last one ended.
  let last: Promise<void> = Promise.resolve()
  return {
    kind: 'file',
    file,
    async write(_position, bytes) {
      const before = last
      const written = (async () => {
        await before
        await writeUpTo({ file, maxBytes }, (await file.stat()).sizeBytes, bytes)
      })()
      last = written.catch(() => undefined)
      await written
    },
  }
}

/** The handles of one session. */
export interface OpenHandles {
  /** @throws ProtocolRefusal when too many are open */
  add(open: OpenHandle): Buffer
  /** @throws ProtocolRefusal when the handle is none, or of the other kind */
  file(handle: Buffer): Extract<OpenHandle, { kind: 'file' }>
  /** @throws ProtocolRefusal when the handle is none, or of the other kind */
  listing(handle: Buffer): Extract<OpenHandle, { kind: 'listing' }>
  close(handle: Buffer): Promise<void>
  closeAll(): Promise<void>
}

/** The handles of a new session: none. */
export function createOpenHandles(): OpenHandles {
  const handles = new Map<string, OpenHandle>()
  let last = 0
  const find = (handle: Buffer): OpenHandle => {
    const open = handles.get(handle.toString('hex'))
    if (open === undefined) throw new ProtocolRefusal('FAILURE', 'unknown handle')
    return open
  }
  return {
    add(open) {
      if (handles.size >= maxHandles) throw new ProtocolRefusal('FAILURE', 'too many open handles')
      last += 1
      const handle = Buffer.alloc(4)
      handle.writeUInt32BE(last)
      handles.set(handle.toString('hex'), open)
      return handle
    },
    file(handle) {
      const open = find(handle)
      if (open.kind !== 'file') throw new ProtocolRefusal('FAILURE', 'no file')
      return open
    },
    listing(handle) {
      const open = find(handle)
      if (open.kind !== 'listing') throw new ProtocolRefusal('FAILURE', 'no folder')
      return open
    },
    async close(handle) {
      const open = find(handle)
      handles.delete(handle.toString('hex'))
      if (open.kind === 'file') await open.file.close()
    },
    async closeAll() {
      const files = [...handles.values()].filter((open) => open.kind === 'file')
      handles.clear()
      await Promise.allSettled(files.map(({ file }) => file.close()))
    },
  }
}
