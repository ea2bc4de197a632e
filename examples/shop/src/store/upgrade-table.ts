/**
 * Upgrades a table of an earlier version of the shop, once, in one transaction. Two Workers that
 * start at the same moment may both try; the second one finds the upgrade done.
 */
export async function upgradeTable(
  database: D1Database,
  change: {
    readonly table: string
    /** A column that the upgrade adds; if it exists, the upgrade has run. */
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
