import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { generateKeyPair } from '@merchant-edge/signing'
import { applyMigrations } from '@merchant-edge/tools/apply-migrations'
import { bundleWorker } from '@merchant-edge/tools/bundle-worker'
import { Miniflare, type Request, Response } from 'miniflare'
import { ordersBindings } from '../callback-load.ts'
import { generateFiles, type GeneratedFiles } from './generate-files.ts'

const usage = `Usage: node benchmarks/reconcile/measure-worker.ts [--rows N] [--folder DIR] [--heap MB] [--alone]

Lets the orders Worker reconcile a day of N rows a side (1000000 when left out) by its own cron, on D1 and in workerd, and
says what workerd took for it: processor time, wall time, the memory of the isolate without its module of WebAssembly,
and that of the whole process, D1 and bucket included. Both files are written into a folder first. With --heap no isolate may
have a larger heap: garbage is collected before, and what needs more ends with an error. With --alone one invocation reads all
of the files; without it, Durable Objects read ranges of them from a gigabyte on.`

const key = '0123456789abcdef0123456789abcdef'
const repository = join(import.meta.dirname, '../..')
const ticksPerSecond = 100
const dayMs = 24 * 60 * 60 * 1000
const vietnamMs = 7 * 60 * 60 * 1000

/** Processes that this one has started. */
async function children(): Promise<readonly string[]> {
  const tasks = await readdir('/proc/self/task')
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => '')),
  )
  return lists.join(' ').trim().split(/\s+/)
}

async function workerdProcess(): Promise<string> {
  for (const pid of await children()) {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
    if (name.trim() === 'workerd') return pid
  }
  throw new Error('There is no process of workerd.')
}

/** Resources that a process has used until now. */
async function takenBy(pid: string) {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1])
  return {
    processorSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    peakMegabytes: Math.round(kilobytes('VmHWM') / 1024),
  }
}

/** Heap figures of the inspector, in bytes. */
interface HeapAnswer {
  readonly result?: { readonly usedSize?: number; readonly backingStorageSize?: number }
}

/**
 * The peak memory of the Worker's isolate, from the inspector every tenth of a second: heap and buffers, including garbage,
 * without the memory of the WebAssembly module.
 */
async function watchIsolate(
  worker: Miniflare,
): Promise<() => { readonly isolateMegabytes: number }> {
  const address = new URL('/core:user:orders', await worker.getInspectorURL())
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let largestBytes = 0
  socket.addEventListener('message', ({ data }) => {
    const { result }: HeapAnswer = JSON.parse(String(data))
    const { usedSize = 0, backingStorageSize = 0 } = result ?? {}
    largestBytes = Math.max(largestBytes, usedSize + backingStorageSize)
  })
  let id = 0
  const timer = setInterval(() => {
    id += 1
    socket.send(JSON.stringify({ id, method: 'Runtime.getHeapUsage' }))
  }, 100)
  return () => {
    clearInterval(timer)
    socket.close()
    return { isolateMegabytes: Math.round(largestBytes / 2 ** 20) }
  }
}

/** Who reads the files: the invocation of the run, or several invocations, each a range of bytes. */
type Readers = 'one' | 'several'

async function startWorker(
  { partnerFile, serviceFile }: GeneratedFiles,
  readers: Readers,
): Promise<Miniflare> {
  const { privateKeyPem } = await generateKeyPair()
  const code = async (path: string) => [...(await bundleWorker(join(repository, path)))]
  const readings = { partner: partnerFile, service: serviceFile }
  return new Miniflare({
    host: '127.0.0.1',
    inspectorPort: 0,
    cf: false,
    workers: [
      {
        name: 'orders',
        compatibilityDate: '2026-07-30',
        modules: await code('workers/orders/src/index.ts'),
        d1Databases: { DB: 'orders' },
        queueProducers: { OUTBOX_QUEUE: 'nobody-reads-this-queue' },
        ...(readers === 'several' && {
          durableObjects: {
            DAILY_FILE_READERS: { className: 'DailyFileReader', useSQLite: true },
          },
        }),
        wrappedBindings: { FILES: 'generated-bucket' },
        bindings: {
          ...ordersBindings('http://localhost:9', privateKeyPem),
          PARTNER_ID: 'BENCH',
          CHECKSUM_KEY: key,
        },
      },
      {
        name: 'generated-bucket',
        modules: await code('benchmarks/workers/generated-bucket-worker.ts'),
        r2Buckets: { BUCKET: 'files' },
        serviceBindings: {
          async GENERATED({ url, method, headers }: Request) {
            const side = url.endsWith('partner') ? 'partner' : 'service'
            const { size } = await stat(readings[side])
            const start = Number(headers.get('x-offset') ?? 0)
            const end = start + Number(headers.get('x-length') ?? size) - 1
            const part = { start, end, highWaterMark: 1 << 20 }
            const body =
              method === 'HEAD' ? null : Readable.toWeb(createReadStream(readings[side], part))
            return new Response(body, { headers: { 'x-bytes': String(size) } })
          },
        },
      },
    ],
  })
}

interface FoundTotals {
  readonly counts?: unknown
  readonly exceptions?: { readonly bad_checksum: number }
}

interface FoundRun {
  readonly state: string
  readonly totals: string
  readonly bridge_closes: number
  readonly error_message: string | null
}

/** Runs the cron trigger of the daily files once, for the day that is over. */
async function reconcileYesterday(worker: Miniflare): Promise<FoundRun | null> {
  const database = await worker.getD1Database('DB', 'orders')
  const { scheduled } = await worker.getWorker('orders')
  await scheduled({ cron: '*/2 * * * *' })
  return await database.prepare('SELECT * FROM reconciliation_runs').first<FoundRun>()
}

async function measure(rows: number, folder: string, readers: Readers): Promise<object> {
  const files = await generateFiles({ rows, folder, key })
  const worker = await startWorker(files, readers)
  try {
    await worker.ready
    const database = await worker.getD1Database('DB', 'orders')
    await applyMigrations(database, join(repository, 'packages/orders/migrations'))
    // As if the partner file of yesterday had been written already; its orders are not in the database.
    const day = new Date(Date.now() + vietnamMs - dayMs).toISOString().slice(0, 10)
    await database
      .prepare(
        `INSERT INTO daily_files (day, partner_sha256, created_at_ms, next_at_ms) VALUES (?, 'generated', 0, 0)`,
      )
      .bind(day)
      .run()
    const pid = await workerdProcess()
    const before = await takenBy(pid)
    const endWatch = await watchIsolate(worker)
    const started = performance.now()
    const run = await reconcileYesterday(worker)
    const seconds = (performance.now() - started) / 1000
    const after = await takenBy(pid)
    const { counts, exceptions }: FoundTotals = JSON.parse(run?.totals ?? '{}')
    const found = { counts, badChecksums: exceptions?.bad_checksum }
    if (run?.bridge_closes !== 1 || !isDeepStrictEqual(found, files.expected)) {
      const expected = JSON.stringify(files.expected)
      throw new Error(`The Worker found ${JSON.stringify(run)}, not ${expected}.`)
    }
    return {
      rows,
      seconds,
      processorSeconds: after.processorSeconds - before.processorSeconds,
      processMegabytes: after.peakMegabytes,
      processMegabytesBefore: before.peakMegabytes,
      ...endWatch(),
    }
  } finally {
    await worker.dispose()
  }
}

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    folder: { type: 'string', default: tmpdir() },
    heap: { type: 'string' },
    alone: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const rows = Number(values.rows)
const heapMegabytes = Number(values.heap ?? 1)
const isWrong =
  ![rows, heapMegabytes].every(Number.isSafeInteger) || rows < 1000 || heapMegabytes < 1
if (values.help || isWrong) {
  console.log(usage)
  process.exit(values.help ? 0 : 2)
}
if (values.heap !== undefined) {
  process.env['MINIFLARE_WORKERD_V8_FLAGS'] = `--max-heap-size=${heapMegabytes}`
}
const folder = await mkdtemp(join(values.folder, 'merchant-edge-worker-'))
try {
  console.log(JSON.stringify(await measure(rows, folder, values.alone ? 'one' : 'several')))
} finally {
  await rm(folder, { recursive: true, force: true })
}
