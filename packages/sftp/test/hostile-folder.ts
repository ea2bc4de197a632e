import type { StoredEntry } from '../src/server/folder-store.ts'
import { type MemoryFolder, createMemoryFolder } from '../src/server/index.ts'

/** A folder in memory whose listing has additional entries of the test's choice. */
export function hostileFolder(extra: readonly Partial<StoredEntry>[]): MemoryFolder {
  const folder = createMemoryFolder()
  const whole = (entry: Partial<StoredEntry>): StoredEntry => ({
    name: '',
    kind: 'file',
    sizeBytes: 1,
    modifiedAtMs: 0,
    ...entry,
  })
  return {
    ...folder,
    list: async () => [...(await folder.list()), ...extra.map(whole)],
    async find(name) {
      const hostile = extra.find((entry) => entry.name === name)
      return hostile === undefined ? await folder.find(name) : whole(hostile)
    },
  }
}
