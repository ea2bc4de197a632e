import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { driverContract } from '../../test/driver-contract.ts'
import { migratedDatabase, SqliteDriver } from '../../test/sqlite-driver.ts'

const folder = join(import.meta.dirname, '../../migrations')
const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => readFileSync(join(folder, name), 'utf8'))
const migrated = migratedDatabase(migrations)

driverContract('SQLite in Node', {
  open: () => new SqliteDriver(migrated),
  seeds: 200,
})
