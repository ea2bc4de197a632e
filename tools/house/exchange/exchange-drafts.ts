import { createMemoryFolder, type StoredFile } from '@merchant-edge/sftp/server'

/** Runs tasks one after another, in the order of the calls. */
function inTurn(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const before = last
    const done = (async () => {
      await before
      return work()
    })()
    last = done.catch(() => undefined)
    return done
  }
}

/** Files that a partner is uploading. */
export interface ExchangeDrafts {
  /** Opens a file with some content; it is uploaded when it is closed. */
  open(name: string, start: Uint8Array): Promise<StoredFile>
  /** The file of this name that is being written, the newest if there are several. */
  find(name: string): StoredFile | undefined
}

/**
 * Keeps files in memory while they are written, and uploads each when it is closed, one after
 * another: a large upload keeps the sandbox busy, and several at once would block every other
 * request for as long.
 */
export function createExchangeDrafts(
  upload: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
): ExchangeDrafts {
  const drafts = new Map<string, StoredFile>()
  const uploading = inTurn()
  return {
    async open(name, start) {
      // Each draft has its own buffer, so that two uploads of one name do not overwrite each other.
      const memory = createMemoryFolder()
      memory.set(name, start)
      const file = await memory.open(name, 'update')
      const draft: StoredFile = {
        ...file,
        async close() {
          const bytes = new Uint8Array(memory.content(name) ?? [])
          try {
            await uploading(() => upload(name, bytes))
          } finally {
            if (drafts.get(name) === draft) drafts.delete(name)
          }
        },
      }
      drafts.set(name, draft)
      return draft
    },
    find: (name) => drafts.get(name),
  }
}
