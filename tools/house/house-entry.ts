import { randomBytes } from 'node:crypto'
import type { Miniflare, WorkerOptions } from 'miniflare'
import { bucketBehind, type AskEntry, type HouseBucket } from './exchange/house-bucket.ts'
import { withinTime } from './network/within-time.ts'

/** Name of the Worker to which miniflare sends what it is asked by `dispatchFetch`. */
const name = 'entry'

/** Longer than a cron run takes on a machine that does ten other things. */
const patienceMs = 150_000

const script = `
const fileOf = ({ key, size, uploaded }) => ({ key, sizeBytes: size, uploadedAtMs: uploaded.getTime() })
const none = () => new Response(null, { status: 404 })

async function filesBelow(bucket, prefix) {
  const files = []
  let cursor
  do {
    const page = await bucket.list({ prefix, cursor })
    files.push(...page.objects.map(fileOf))
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor !== undefined)
  return Response.json(files)
}

async function answerAboutFile(bucket, request, key) {
  if (request.method === 'PUT') await bucket.put(key, await request.arrayBuffer())
  else if (request.method === 'DELETE') await bucket.delete(key)
  else {
    const object = await bucket.get(key)
    return object === null ? none() : new Response(object.body)
  }
  return new Response(null, { status: 204 })
}

export default {
  async fetch(request, { secret, bucket, ...workers }) {
    if (request.headers.get('authorization') !== secret) return none()
    const { pathname, searchParams } = new URL(request.url)
    const [, part, encoded] = pathname.split('/')
    const subject = decodeURIComponent(encoded)
    if (part === 'files') return filesBelow(bucket, subject)
    if (part === 'file') return answerAboutFile(bucket, request, subject)
    if (part === 'about') {
      const object = await bucket.head(subject)
      return object === null ? none() : Response.json(fileOf(object))
    }
    await workers[subject].scheduled({ cron: searchParams.get('cron'), scheduledTime: new Date() })
    return new Response(null, { status: 204 })
  },
}
`

/** What this process asks the Workers of a house. */
export interface HouseEntry {
  /**
   * Runs the cron work of a Worker; whether that succeeds is in the log of the Worker.
   *
   * @throws HouseIsLate; TypeError when the connection to workerd was lost
   */
  runCron(this: void, worker: string, cron: string): Promise<void>
  /** The files of the orders Worker. */
  readonly bucket: HouseBucket
}

/** An entry before its house is started. */
export interface PreparedEntry {
  /** The Worker that answers; it must be the first of the house. */
  readonly worker: WorkerOptions
  /** @param cronMs longest time of a cron run, in milliseconds; for tests */
  open(this: void, miniflare: Miniflare, cronMs?: number): HouseEntry
}

/**
 * Makes the entry of a house: cron runs, and the files of the orders Worker.
 *
 * The stubs that miniflare gives (`getWorker`, `getR2Bucket`) block this process at a first call and
 * at each property of an answer. While it is blocked it does not read what the Workers log; after
 * some two hundred lines workerd waits until it does, and both wait for ever. So this process sends
 * requests, which do not block it.
 *
 * The port of this Worker is open to the whole machine: without the secret it answers 404.
 *
 * @param workers names of the Workers that have cron work
 * @param bucket id of the bucket
 */
export function prepareEntry(workers: readonly string[], bucket: string): PreparedEntry {
  const secret = randomBytes(16).toString('hex')
  return {
    worker: {
      name,
      compatibilityDate: '2026-07-30',
      compatibilityFlags: ['service_binding_extra_handlers'],
      modules: true,
      script,
      bindings: { secret },
      r2Buckets: { bucket },
      serviceBindings: Object.fromEntries(workers.map((worker) => [worker, worker])),
    },
    open(miniflare, cronMs = patienceMs) {
      const ask: AskEntry = async (path, init) => {
        const headers = { authorization: secret }
        const url = `http://${name}.example${path}`
        const answer = await miniflare.dispatchFetch(url, { ...init, headers })
        if (answer.ok || answer.status === 404) return answer
        throw new Error(`The entry of the house answered ${path} with ${answer.status}.`)
      }
      return {
        bucket: bucketBehind(ask),
        runCron: (worker, cron) =>
          withinTime(
            { name: `The cron run "${cron}" of ${worker}`, ms: cronMs },
            async (signal) => {
              await ask(`/cron/${worker}?${new URLSearchParams({ cron })}`, { signal })
            },
          ),
      }
    },
  }
}
