import { env } from 'cloudflare:workers'

/** Rows of one table, as D1 returns them. */
export interface TableRows {
  readonly table: string
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

type Row = TableRows['rows'][number]

/** The statement that inserts a row. */
export function insertOf(table: string, row: Row, words = 'INSERT'): D1PreparedStatement {
  const names = Object.keys(row)
  const columns = names.map((name) => `"${name}"`).join(', ')
  const places = names.map(() => '?').join(', ')
  const text = `${words} INTO "${table}" (${columns}) VALUES (${places})`
  return env.DB.prepare(text).bind(...names.map((name) => row[name]))
}

/** Reads every table of the order store. */
export async function readTables(): Promise<readonly TableRows[]> {
  const { results: tables } = await env.DB.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'd1%'
     AND name NOT LIKE '%cf%'`,
  ).all<{ name: string }>()
  const found: TableRows[] = []
  for (const { name } of tables) {
    const { results } = await env.DB.prepare(`SELECT * FROM "${name}"`).all()
    found.push({ table: name, rows: results })
  }
  return found
}

async function columnsOf(table: string): Promise<ReadonlySet<string>> {
  const columns = env.DB.prepare('SELECT name FROM pragma_table_info(?1)').bind(table)
  return new Set((await columns.all<{ name: string }>()).results.map(({ name }) => name))
}

/** Whether a row is about linked wallets or transfers, for which the first versions have no tables. */
function isOfLaterVersion(tables: readonly TableRows[]): (row: Row) => boolean {
  const orders = tables.find(({ table }) => table === 'orders')?.rows ?? []
  const linked = new Set(
    orders.filter((row) => row['linked_customer_id'] !== null).map(({ id }) => id),
  )
  return (row) => linked.has(row['order_id'] ?? row['id']) || (row['transfer_id'] ?? null) !== null
}

/**
 * Inserts rows into the tables and columns that the database has; other tables and columns, and
 * rows that violate its constraints, are left out.
 *
 * @returns the inserted rows
 */
export async function writeTables(tables: readonly TableRows[]): Promise<readonly TableRows[]> {
  const isLater = (await columnsOf('links')).size === 0 ? isOfLaterVersion(tables) : () => false
  const statements: D1PreparedStatement[] = []
  for (const { table, rows } of tables) {
    const columns = await columnsOf(table)
    for (const row of rows) {
      const known = Object.entries(row).filter(([name]) => columns.has(name))
      if (known.length === 0 || isLater(row)) continue
      statements.push(insertOf(table, Object.fromEntries(known), 'INSERT OR IGNORE'))
    }
  }
  await env.DB.batch([env.DB.prepare('PRAGMA defer_foreign_keys = ON'), ...statements])
  return readTables()
}
