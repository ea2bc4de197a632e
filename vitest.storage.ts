import { applyD1Migrations, reset, type D1Migration } from 'cloudflare:test'

/** The stores of a Worker under test. */
export interface Storage {
  readonly database: D1Database
  readonly migrations: readonly D1Migration[]
  readonly bucket?: Pick<R2Bucket, 'head' | 'list' | 'delete'> | undefined
}

interface SchemaRow {
  readonly type: string
  readonly name: string
  readonly sql: string
}

/** What the migrations of a database come to, each one text of all its statements. */
interface Schema {
  readonly created: string
  /** Empties a database that has the schema, and answers with `{ isWhole: 1 }` unless it has another one. */
  readonly emptied: string
}

/** By the migrations; they run once in a process. */
const schemas = new WeakMap<readonly D1Migration[], Schema>()

const isOfSchema =
  "sql IS NOT NULL AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name <> 'sqlite_sequence'"
const schemaText = `(
  SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_master WHERE ${isOfSchema} ORDER BY rowid)
)`

// Triggers keep rows of the journal from being deleted. A schema that is changed has SQLite prepare every statement
// again, so they are not dropped and made anew for each test: they let rows go while this table says so.
const emptyingTable = 'CREATE TABLE d1_emptying (is_emptying INTEGER NOT NULL, whole_schema TEXT)'
const noteSchema = `INSERT INTO d1_emptying SELECT 0, ${schemaText}`

/**
 * The trigger as it is, but for the time in which a database is emptied.
 *
 * @throws Error when it has conditions of its own, which are not understood here
 */
function passableWhileEmptying({ name, sql }: SchemaRow): string {
  const passable = sql.replace(
    /^(CREATE TRIGGER \w+ BEFORE DELETE ON \w+)\s+(?=BEGIN\b)/,
    '$1 WHEN NOT EXISTS (SELECT 1 FROM d1_emptying WHERE is_emptying = 1) ',
  )
  if (passable === sql) {
    throw new Error(`The trigger ${name} has a form that vitest.storage.ts does not know: add it.`)
  }
  return passable
}

async function readSchema(database: D1Database): Promise<readonly SchemaRow[]> {
  const { results } = await database
    .prepare(`SELECT type, name, sql FROM sqlite_master WHERE ${isOfSchema} ORDER BY rowid`)
    .all<SchemaRow>()
  return results
}

/**
 * The tables, each before those to which its foreign keys refer. `PRAGMA defer_foreign_keys` would make the order free, but
 * SQLite prepares every statement of a connection again after it.
 *
 * @throws Error when tables refer to each other in a circle
 */
async function tablesToEmpty(
  database: D1Database,
  rows: readonly SchemaRow[],
): Promise<readonly string[]> {
  const left = new Set(
    rows.flatMap(({ type, name }) => (type === 'table' && !name.startsWith('d1_') ? [name] : [])),
  )
  const referencesOf = database.prepare(
    'SELECT ?1 referring, "table" referred FROM pragma_foreign_key_list(?1) WHERE "table" <> ?1',
  )
  const answers = await database.batch<{ referring: string; referred: string }>(
    [...left].map((name) => referencesOf.bind(name)),
  )
  const references = answers.flatMap(({ results }) => results)
  const inOrder: string[] = []
  while (left.size > 0) {
    const held = new Set(
      references.flatMap(({ referring, referred }) => (left.has(referring) ? [referred] : [])),
    )
    const free = [...left].filter((name) => !held.has(name))
    if (free.length === 0) {
      throw new Error(`The tables ${[...left].join(', ')} refer to each other in a circle.`)
    }
    for (const name of free) left.delete(name)
    inOrder.push(...free)
  }
  return inOrder
}

function schemaOf(rows: readonly SchemaRow[], tables: readonly string[]): Schema {
  return {
    created: [...rows.map(({ sql }) => sql), noteSchema].join(';\n'),
    emptied: [
      'UPDATE d1_emptying SET is_emptying = 1',
      ...tables.map((name) => `DELETE FROM "${name}"`),
      ...(rows.some(({ sql }) => /\bAUTOINCREMENT\b/i.test(sql))
        ? ["DELETE FROM sqlite_sequence WHERE name <> 'd1_migrations'"]
        : []),
      'UPDATE d1_emptying SET is_emptying = 0',
      `SELECT ${schemaText} IS whole_schema isWhole FROM d1_emptying`,
    ].join(';\n'),
  }
}

/** Runs the migrations in an empty database, and makes the triggers passable that keep rows from being deleted. */
async function migrate({ database, migrations }: Storage): Promise<Schema> {
  await applyD1Migrations(database, [...migrations])
  const keepers = (await readSchema(database)).filter(
    ({ type, sql }) => type === 'trigger' && /\bDELETE ON\b/i.test(sql),
  )
  await database
    .prepare(
      [
        emptyingTable,
        ...keepers.map(({ name }) => `DROP TRIGGER "${name}"`),
        ...keepers.map(passableWhileEmptying),
        noteSchema,
      ].join(';\n'),
    )
    .run()
  const rows = await readSchema(database)
  return schemaOf(rows, await tablesToEmpty(database, rows))
}

/**
 * Deletes everything in the stores. `reset` deletes what belongs to objects in memory, and workerd drops an
 * object from memory when nobody has asked it for ten seconds: the rows of such a one would meet
 * the next test. So each is asked first.
 */
async function deleteAll({ database, bucket }: Storage): Promise<void> {
  await Promise.all([database.prepare('SELECT 1').run(), bucket?.head('-')])
  await reset()
}

async function deleteFiles(bucket: NonNullable<Storage['bucket']>): Promise<void> {
  let isWhole = false
  while (!isWhole) {
    const { objects, truncated } = await bucket.list()
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key))
    isWhole = !truncated
  }
}

/** Whether the database had the schema and nothing else, so that it was enough to delete its rows. */
async function emptyTables({ database }: Storage, { emptied }: Schema): Promise<boolean> {
  try {
    const answer = await database.prepare(emptied).first<{ isWhole: number }>()
    return answer?.isWhole === 1
  } catch {
    // A test has dropped a table.
    return false
  }
}

/**
 * Empties the stores of a Worker under test and gives its database the schema of the migrations. They
 * run once in a process. Later only rows and files are deleted, in one trip to the database; a database whose schema a
 * test has changed is made anew, in one statement.
 *
 * @throws Error when the migrations make a trigger on deleted rows that has a form of its own
 */
export async function freshStorage(storage: Storage): Promise<void> {
  const { database, migrations, bucket } = storage
  const schema = schemas.get(migrations)
  if (schema === undefined) {
    await deleteAll(storage)
    schemas.set(migrations, await migrate(storage))
    return
  }
  const [isEmpty] = await Promise.all([
    emptyTables(storage, schema),
    bucket === undefined ? undefined : deleteFiles(bucket),
  ])
  if (isEmpty) return
  await deleteAll(storage)
  await database.prepare(schema.created).run()
}
