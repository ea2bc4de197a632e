import {
  ControlRefused,
  createControlClient,
  type ExchangeFile,
} from '@merchant-edge/sandbox/control'
import {
  FolderError,
  type FolderStore,
  type StoredEntry,
  type StoredFile,
} from '@merchant-edge/sftp/server'
import { createExchangeDrafts } from './exchange-drafts.ts'
import { fetchAgain } from '../network/fetch-again.ts'

/** Size of a fetched block in bytes; a client reads 32 KiB at a time. */
const blockBytes = 1024 * 1024

/** A folder of a partner in the sandbox. */
export interface ExchangeFolderOptions {
  /** Origin of the sandbox. */
  readonly sandboxUrl: string
  /** Code of the partner. */
  readonly partner: string
  /** Whose files the folder contains. */
  readonly direction: ExchangeFile['direction']
}

function entryOf({ name, sizeBytes, createdAt }: ExchangeFile): StoredEntry {
  return { name, kind: 'file', sizeBytes, modifiedAtMs: createdAt * 1000 }
}

function reader(address: string, file: ExchangeFile): StoredFile {
  const blocks = new Map<number, Promise<Uint8Array>>()
  async function fetchBlock(start: number): Promise<Uint8Array> {
    const range = `bytes=${start}-${start + blockBytes - 1}`
    const response = await fetchAgain(new Request(address, { headers: { range } }))
    if (!response.ok) throw new FolderError('missing')
    return new Uint8Array(await response.arrayBuffer())
  }
  function block(start: number): Promise<Uint8Array> {
    const kept = blocks.get(start)
    if (kept !== undefined) return kept
    const fetched = fetchBlock(start)
    blocks.set(start, fetched)
    // The reads of a pipelined download are close to each other: two blocks are enough.
    for (const old of [...blocks.keys()].slice(0, -2)) blocks.delete(old)
    return fetched
  }
  const { sizeBytes, modifiedAtMs } = entryOf(file)
  return {
    stat: async () => ({ sizeBytes, modifiedAtMs }),
    async read(position, length) {
      if (position >= sizeBytes) return new Uint8Array()
      const start = position - (position % blockBytes)
      return (await block(start)).subarray(position - start, position - start + length)
    },
    write: () => Promise.reject(new FolderError('not_a_file')),
    close: async () => blocks.clear(),
  }
}

/**
 * Whether the control API answers that the file does not exist: an earlier try may have moved it.
 */
function isGone(error: unknown): boolean {
  return error instanceof ControlRefused && error.status === 404
}

/**
 * A folder of the file server over the files of a partner in the sandbox, for one direction. A file
 * that is being written is kept in memory until it is closed.
 */
export function createExchangeFolder(options: ExchangeFolderOptions): FolderStore {
  const { sandboxUrl, partner, direction } = options
  const control = createControlClient({ url: sandboxUrl, fetch: fetchAgain })
  const drafts = createExchangeDrafts(async (name, bytes) => {
    await control.putExchangeFile(partner, name, bytes)
  })
  const addressOf = (name: string): string =>
    `${sandboxUrl}/control/exchange/${encodeURIComponent(partner)}/${encodeURIComponent(name)}`
  async function files(): Promise<readonly ExchangeFile[]> {
    const all = await control.exchangeFiles(partner)
    return all.filter((file) => file.direction === direction)
  }
  async function stored(name: string): Promise<ExchangeFile | undefined> {
    return (await files()).find((file) => file.name === name)
  }
  async function existing(name: string): Promise<ExchangeFile> {
    const file = await stored(name)
    if (file === undefined) throw new FolderError('missing')
    return file
  }
  async function content(name: string): Promise<Uint8Array> {
    return new Uint8Array(
      await new Response(await control.openExchangeFile(partner, name)).arrayBuffer(),
    )
  }
  return {
    list: async () => (await files()).map(entryOf),
    async find(name) {
      const written = await drafts.find(name)?.stat()
      if (written !== undefined) return { name, kind: 'file', ...written }
      const file = await stored(name)
      return file && entryOf(file)
    },
    async open(name, mode) {
      if (mode === 'read') return reader(addressOf(name), await existing(name))
      const before = mode === 'replace' ? undefined : await stored(name)
      if (mode === 'create' && before !== undefined) throw new FolderError('taken')
      if (mode === 'update' && before === undefined) throw new FolderError('missing')
      return drafts.open(name, before === undefined ? new Uint8Array() : await content(name))
    },
    async rename(name, to) {
      await existing(name)
      if ((await stored(to)) !== undefined) throw new FolderError('taken')
      try {
        await control.renameExchangeFile(partner, name, { to })
      } catch (error) {
        if (!isGone(error) || (await stored(to)) === undefined) throw error
      }
    },
    async remove(name) {
      await existing(name)
      try {
        await control.removeExchangeFile(partner, name)
      } catch (error) {
        if (!isGone(error)) throw error
      }
    },
  }
}
