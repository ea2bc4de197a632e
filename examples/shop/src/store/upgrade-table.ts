/**
 * Brings a table of an earlier version of the shop up to date, once: all of it or nothing. Two Workers
 * that start at the same moment may both try; the one that comes second finds its work done.
 */
export async function upgradeTable(
  database: D1Database,
  change: {
    readonly table: string
    /** A column that the upgrades add; where it is there, they have run. */
    readonly newColumn: string
    /** Statements of SQL, in their order. */
    readonly upgrades: readonly string[]
  },
): Promise<void> {
  const { table, newColumn, upgrades } = change
  const column = database
    .prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?')
    .bind(table, newColumn)
  if ((await column.first()) !== null) return
  try {
    await database.batch(upgrades.map((upgrade) => database.prepare(upgrade)))
  } catch (error) {
    if ((await column.first()) === null) throw error
  }
}
