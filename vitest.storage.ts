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

/** What the migrations of a database come to. */
interface Schema {
  /** One text of all its statements. */
  readonly created: string
  /** One text of statements that empty a database with this schema. */
  readonly emptied: string
  /** The same for every database with this schema, whenever its triggers were made. */
  readonly fingerprint: string
}

/** By the migrations; they run once in a process. */
const schemas = new WeakMap<readonly D1Migration[], Schema>()

async function schemaRows(database: D1Database): Promise<readonly SchemaRow[]> {
  const { results } = await database
    .prepare('SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid')
    .all<SchemaRow>()
  return results.filter(({ name }) => !/^(?:_cf|d1)_|^sqlite_sequence$/.test(name))
}

function fingerprintOf(rows: readonly SchemaRow[]): string {
  return rows
    .map(({ sql }) => sql)
    .toSorted()
    .join(';\n')
}

/** The triggers go before the rows and come back after them, as some of them keep a row from being deleted. */
function emptiedBy(rows: readonly SchemaRow[]): string {
  const triggers = rows.filter(({ type }) => type === 'trigger')
  return [
    'PRAGMA defer_foreign_keys = on',
    ...triggers.map(({ name }) => `DROP TRIGGER "${name}"`),
    ...rows.filter(({ type }) => type === 'table').map(({ name }) => `DELETE FROM "${name}"`),
    ...(rows.some(({ sql }) => /\bAUTOINCREMENT\b/i.test(sql))
      ? ['DELETE FROM sqlite_sequence']
      : []),
    ...triggers.map(({ sql }) => sql),
  ].join(';\n')
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

/** Whether the database has the schema and nothing else, so that it was enough to delete its rows. */
async function emptyTables(
  { database }: Storage,
  { emptied, fingerprint }: Schema,
): Promise<boolean> {
  if (fingerprintOf(await schemaRows(database)) !== fingerprint) return false
  await database.prepare(emptied).run()
  return true
}

/**
 * Empties the stores of a Worker under test and gives its database the schema of the migrations. They
 * run once in a process. Later only rows and files are deleted, which takes six tenths of the time; a database whose schema a
 * test has changed is made anew, in one statement.
 */
export async function freshStorage(storage: Storage): Promise<void> {
  const { database, migrations, bucket } = storage
  const schema = schemas.get(migrations)
  if (schema === undefined) {
    await deleteAll(storage)
    await applyD1Migrations(database, [...migrations])
    const rows = await schemaRows(database)
    schemas.set(migrations, {
      created: rows.map(({ sql }) => sql).join(';\n'),
      emptied: emptiedBy(rows),
      fingerprint: fingerprintOf(rows),
    })
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
