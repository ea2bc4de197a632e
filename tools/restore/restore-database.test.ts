import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restoreDatabase } from './restore-database.ts'

// Goal: the procedure of a restore is carried out in its order, and stops where it fails. Method: wrangler itself, on a D1
// database of this machine; only what exists nowhere but at Cloudflare (Time Travel, secrets) is done in its place here:
// a restore puts the files of the database back as they were.

const worker = join(import.meta.dirname, '../../workers/orders')
const wranglerScript = join(worker, 'node_modules/wrangler/bin/wrangler.js')
const migrationsFolder = join(import.meta.dirname, '../../packages/orders/migrations')
const database = 'merchant-edge-orders-uat'
/** Every call of wrangler starts a workerd. */
const slowMs = 900_000
const moment = new Date(Date.now() - 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z')

let folder: string
const place = (name: string) => join(folder, name)

async function local(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [wranglerScript, ...args, '--local', '--persist-to', place('state')],
    {
      cwd: worker,
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true' },
      maxBuffer: 2 ** 26,
    },
  )
  return stdout
}

/** Wrangler, with the restore and the secrets of this machine. */
function wranglerOf(done: string[], failing?: string) {
  return async (args: readonly string[], input?: string): Promise<string> => {
    const [first, second = ''] = args
    const what = `${first} ${second}`
    done.push(what)
    if (what === failing) throw new Error('the network is away')
    if (first === 'secret') {
      done.push(`${args[2]}=${input?.trim()}`)
      return ''
    }
    if (second === 'time-travel') {
      await rm(place('state'), { recursive: true })
      await cp(place('earlier'), place('state'), { recursive: true })
      return ''
    }
    // A local export reads the state of `wrangler dev`, which has no other place.
    if (second === 'export') {
      await writeFile(args.at(-1) ?? '', 'the export')
      return ''
    }
    return local(args.filter((arg) => arg !== '--remote'))
  }
}

async function query(command: string): Promise<unknown> {
  const found: { results: unknown }[] = JSON.parse(
    await local(['d1', 'execute', database, '--env', 'uat', '--json', '--command', command]),
  )
  return found[0]?.results
}

const order = (id: string, at: string) =>
  `INSERT INTO orders (id, state, amount_vnd, description, created_at_ms, expires_at_ms)
   VALUES ('${id}', 'created', 5000, '', 1000 * unixepoch('${at}'), 1)`

const transfer = `INSERT INTO transfers
  (id, reference, state, amount_vnd, receiver_phone, description, created_at_ms, updated_at_ms, lease_until_ms)
  VALUES ('CHANGED', 'R-1', 'requested', 5000, '0900000001', '', 1, 1, 1)`

const options = {
  environment: 'uat',
  moment,
  now: Date.now(),
  wait: async () => {},
  say: () => {},
}

/** What `wrangler d1 migrations apply` leaves, in one file: the command takes seconds for each migration. */
async function migrations(): Promise<string> {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).toSorted()
  const texts = await Promise.all(
    names.map((name) => readFile(join(migrationsFolder, name), 'utf8')),
  )
  const applied = names.map((name) => `INSERT INTO d1_migrations (name) VALUES ('${name}');`)
  const table = `CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
    applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);`
  return [...texts.map((text) => `${text.trimEnd().replace(/;$/, '')};`), table, ...applied].join(
    '\n',
  )
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'merchant-edge-restore-'))
  const file = place('earlier.sql')
  const earlier = ['EARLIER', 'CHANGED'].map((id) => `${order(id, '2026-01-01')};`).join('\n')
  const bound = `INSERT INTO bound_service (id, environment, service, bound_at_ms)
    VALUES (1, 'uat', 'https://service.example', 1);`
  await writeFile(file, `${await migrations()}\n${earlier}\n${transfer};\n${bound}`)
  await local(['d1', 'execute', database, '--env', 'uat', '--file', file])
  await cp(place('state'), place('earlier'), { recursive: true })
  await query(order('LOST', 'now'))
  await query(`UPDATE orders SET version = 4 WHERE id = 'CHANGED'`)
  await query(`UPDATE transfers SET version = 2, updated_at_ms = 1000 * unixepoch('now')`)
  await query(
    `INSERT INTO journal (at_ms, kind, order_id, dedupe, known, facts)
     VALUES (1000 * unixepoch('now'), 'order.expired', 'CHANGED', 'order.expired:CHANGED', 'own record', '{}')`,
  )
}, slowMs)

afterAll(() => rm(folder, { recursive: true, force: true }))

test(
  'stops at the step that fails, restores nothing without a list, and keeps the list of the first run in the second',
  async () => {
    const first: string[] = []
    const second: string[] = []
    const third: string[] = []
    const run = (done: string[], failing?: string) =>
      restoreDatabase({ ...options, folder: place('kept'), wrangler: wranglerOf(done, failing) })

    await expect(run(first, 'd1 execute')).rejects.toThrow('"List what the restore discards')
    await expect(run(second, 'd1 migrations')).rejects.toThrow('"Apply the migrations')
    const list = await run(third)

    expect(first).toEqual(['secret put', 'MONEY_PAUSED=true', 'd1 execute'])
    expect(second.slice(2)).toEqual([
      'd1 execute',
      'd1 execute',
      'd1 export',
      'd1 time-travel',
      'd1 migrations',
    ])
    expect(third.slice(2)).toEqual(['d1 time-travel', 'd1 migrations', 'd1 execute', 'd1 execute'])
    expect(await readFile(list, 'utf8')).toContain('"order_id": "LOST"')
    expect(await readFile(list, 'utf8')).not.toContain('EARLIER')
    expect((await stat(list)).mode & 0o777).toBe(0o600)
    // The shop has seen version 4 of the order and 2 of the transfer, and ignores events with these.
    expect(
      await query(`SELECT 'order' AS what, id, version FROM orders
        UNION ALL SELECT 'transfer', id, version FROM transfers
        UNION ALL SELECT 'alert', kind, 0 FROM alerts ORDER BY what, id`),
    ).toEqual([
      { what: 'alert', id: 'database_restored', version: 0 },
      { what: 'order', id: 'CHANGED', version: 5 },
      { what: 'order', id: 'EARLIER', version: 1 },
      { what: 'transfer', id: 'CHANGED', version: 3 },
    ])
    // The order LOST may be opened again, and begins beyond every version that a shop has seen.
    expect(await query('SELECT first_version FROM bound_service')).toEqual([{ first_version: 5 }])
  },
  slowMs,
)

test('repeats an interrupted export, because a part of it must not count as complete', async () => {
  const target = place('half')
  let exports = 0
  async function wrangler(args: readonly string[]): Promise<string> {
    if (args[1] !== 'export') return '[]'
    exports += 1
    await writeFile(args.at(-1) ?? '', exports === 1 ? 'INSERT INTO ord' : 'all of it')
    if (exports === 1) throw new Error('the connection is lost')
    return ''
  }
  const run = () => restoreDatabase({ ...options, folder: target, wrangler })

  await expect(run()).rejects.toThrow('"Export the database as it is" has failed')
  const list = await run()

  expect(await readFile(join(list, '../before-restore.sql'), 'utf8')).toBe('all of it')
})

test.each([
  [{ environment: 'local' }, 'sandbox, uat or production'],
  [{ moment: '2026-09-01 16:30' }, 'in UTC'],
  [{ moment: '2026-02-30T09:30:00+07:00' }, 'in UTC'],
  [{ moment: '2026-13-01T09:30:00Z' }, 'in UTC'],
  [{ moment: '2099-09-01T09:30:00Z' }, 'last 30 days'],
  [{ moment: '2025-09-01T09:30:00Z' }, 'last 30 days'],
])('refuses %j before it does anything', async (wrong, says) => {
  const done: string[] = []
  const asked = { ...options, ...wrong, folder: place('none'), wrangler: wranglerOf(done) }

  await expect(restoreDatabase(asked)).rejects.toThrow(says)

  expect(done).toEqual([])
})
