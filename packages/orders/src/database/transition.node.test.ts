import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { driverContract } from '../../test/driver-contract.ts'
import { SqliteDriver } from '../../test/sqlite-driver.ts'

const folder = join(import.meta.dirname, '../../migrations')
const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => readFileSync(join(folder, name), 'utf8'))

driverContract('SQLite in Node', {
  open: () => new SqliteDriver(migrations),
  seeds: 200,
})
