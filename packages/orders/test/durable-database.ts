import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { d1Driver, type Driver } from '../src/database/driver.ts'

interface Bound {
  readonly query: string
  readonly values: readonly SqlStorageValue[]
}

const bounds = new WeakMap<D1PreparedStatement, Bound>()

function valueOf(value: unknown): SqlStorageValue {
  if (typeof value === 'boolean') return Number(value)
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  throw new TypeError(`The store does not take ${typeof value}.`)
}

function boundOf(statement: D1PreparedStatement): Bound {
  const bound = bounds.get(statement)
  if (bound === undefined) throw new Error('The statement is of another database.')
  return bound
}

/**
 * A database with the interface of D1 over the SQLite of the Durable Object in which it is used.
 */
function durableDatabase(storage: DurableObjectStorage): D1Database {
  const { sql } = storage

  function changes(): number {
    return sql.exec<{ n: number }>('SELECT total_changes() n').one().n
  }

  function run({ query, values }: Bound) {
    const before = changes()
    const results = sql.exec(query, ...values).toArray()
    return { success: true, results, meta: { changes: changes() - before, duration: 0 } }
  }

  function prepare(query: string, values: readonly SqlStorageValue[] = []): D1PreparedStatement {
    const bound = { query, values }
    const statement = {
      bind: (...given: unknown[]) => prepare(query, given.map(valueOf)),
      run: async () => run(bound),
      all: async () => run(bound),
      raw: async () => [...sql.exec(query, ...values).raw()],
      first: async () => run(bound).results[0] ?? null,
    }
    const prepared = new Proxy(env.DB.prepare(query), {
      get: (_, name) => Reflect.get(statement, name),
    })
    bounds.set(prepared, bound)
    return prepared
  }

  const database = {
    prepare,
    batch: async (statements: readonly D1PreparedStatement[]) =>
      storage.transactionSync(() => statements.map((statement) => run(boundOf(statement)))),
  }
  const opened = { ...database, withSession: () => database }
  return new Proxy(env.DB, { get: (_, name) => Reflect.get(opened, name) })
}

/**
 * The statements of the schema that the migrations create. The migrations themselves run once in a
 * process, because they take four times as long.
 */
let schema: string | undefined

function migrate({ sql }: DurableObjectStorage): void {
  if (schema !== undefined) {
    sql.exec(schema)
    return
  }
  for (const { queries } of env.MIGRATIONS) for (const query of queries) sql.exec(query)
  schema = sql
    .exec<{ sql: string }>(
      `SELECT sql FROM sqlite_master
       WHERE sql IS NOT NULL AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name <> 'sqlite_sequence' ORDER BY rowid`,
    )
    .toArray()
    .map((row) => row.sql)
    .join(';\n')
}

async function newStore(): Promise<DurableObjectStub> {
  const store = env.STORE.get(env.STORE.newUniqueId())
  await runInDurableObject(store, (_, { storage }) => migrate(storage))
  return store
}

/** Runs work inside a new Durable Object, and ends it: workerd keeps its database open otherwise. */
async function inNewStore<Result>(
  work: (storage: DurableObjectStorage) => Promise<Result>,
): Promise<Result> {
  const store = await newStore()
  try {
    return await runInDurableObject(store, (_, { storage }) => work(storage))
  } finally {
    await runInDurableObject(store, (_, { storage }) => storage.deleteAll())
    await evictDurableObject(store)
  }
}

/**
 * Runs work inside a new Durable Object, over its SQLite with the migrations applied: the engine of
 * D1 within the process of the test, whereas D1 itself is another Worker to which each statement is
 * sent.
 */
export async function overDurableObject<Result>(
  work: (database: D1Database) => Promise<Result>,
): Promise<Result> {
  return inNewStore((storage) => work(durableDatabase(storage)))
}

/** Runs work, and then rolls back what it has written to the database. */
export type RolledBack = (work: () => Promise<void>) => Promise<void>

/** Like {@link overDurableObject}, for work that rolls back some of its parts. */
export async function overRolledBackDatabase<Result>(
  work: (database: D1Database, rolledBack: RolledBack) => Promise<Result>,
): Promise<Result> {
  return inNewStore((storage) =>
    work(durableDatabase(storage), (piece) =>
      storage.transaction(async (transaction) => {
        await piece()
        transaction.rollback()
      }),
    ),
  )
}

/** A driver over the SQLite of a new Durable Object with the migrations applied. */
export async function durableDriver(): Promise<Driver> {
  const store = await newStore()
  return {
    run: (statements) =>
      runInDurableObject(store, (_, { storage }) =>
        d1Driver(durableDatabase(storage)).run(statements),
      ),
  }
}
