import type { Miniflare } from 'miniflare'
import * as v from 'valibot'
import { withinTime } from '../network/within-time.ts'

const patienceMs = 60_000

/** Sends a request to the entry of a house; an answer is successful, or 404. */
export type AskEntry = (
  path: string,
  init: {
    readonly method?: string
    readonly body?: Uint8Array<ArrayBuffer> | string
    readonly signal: AbortSignal
  },
) => ReturnType<Miniflare['dispatchFetch']>

const houseFile = v.object({ key: v.string(), sizeBytes: v.number(), uploadedAtMs: v.number() })

/** A file of the bucket. */
export type HouseFile = v.InferOutput<typeof houseFile>

/** The R2 bucket of the orders Worker. */
export interface HouseBucket {
  /** Files whose keys begin with a text, by key. */
  list(prefix: string): Promise<readonly HouseFile[]>
  find(key: string): Promise<HouseFile | undefined>
  /** Content of a file; `undefined` when there is none. */
  read(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  write(key: string, content: Uint8Array<ArrayBuffer> | string): Promise<void>
  remove(key: string): Promise<void>
}

/** The bucket as the entry of a house gives it; each request throws HouseIsLate after a minute. */
export function bucketBehind(ask: AskEntry): HouseBucket {
  function limited<Result>(
    name: string,
    [part, key]: readonly [part: 'about' | 'file' | 'files', key: string],
    work: (path: string, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const path = `/${part}/${encodeURIComponent(key)}`
    return withinTime({ name: `${name} ${key} in the bucket`, ms: patienceMs }, (signal) =>
      work(path, signal),
    )
  }
  return {
    list: (prefix) =>
      limited('Listing', ['files', prefix], async (path, signal) => {
        const answer = await ask(path, { signal })
        return v.parse(v.array(houseFile), await answer.json())
      }),
    find: (key) =>
      limited('Looking for', ['about', key], async (path, signal) => {
        const answer = await ask(path, { signal })
        return answer.ok ? v.parse(houseFile, await answer.json()) : undefined
      }),
    read: (key) =>
      limited('Reading', ['file', key], async (path, signal) => {
        const answer = await ask(path, { signal })
        return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined
      }),
    write: (key, body) =>
      limited('Writing', ['file', key], async (path, signal) => {
        await ask(path, { method: 'PUT', body, signal })
      }),
    remove: (key) =>
      limited('Removing', ['file', key], async (path, signal) => {
        await ask(path, { method: 'DELETE', signal })
      }),
  }
}
