import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Driver, Statement, StatementResult } from '../src/database/driver.ts'

function isInput(value: unknown): value is SQLInputValue {
  return value === null || typeof value === 'string' || typeof value === 'number'
}

/** The bytes of an empty database to which migrations were applied. */
export function migratedDatabase(migrations: readonly string[]): Uint8Array {
  const database = new DatabaseSync(':memory:')
  for (const migration of migrations) database.exec(migration)
  const bytes = database.serialize()
  database.close()
  return bytes
}

/**
 * Runs statements on SQLite in memory, in plain Node; this proves that a transition does not need
 * D1.
 */
export class SqliteDriver implements Driver {
  readonly #database = new DatabaseSync(':memory:')

  /** @param bytes content of the initial database */
  constructor(bytes: Uint8Array) {
    this.#database.deserialize(bytes)
  }

  async run(statements: readonly Statement[]): Promise<readonly StatementResult[]> {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      const results = statements.map((statement) => this.#runOne(statement))
      this.#database.exec('COMMIT')
      return results
    } catch (error) {
      this.#database.exec('ROLLBACK')
      throw error
    }
  }

  #runOne({ sql, params }: Statement): StatementResult {
    const prepared = this.#database.prepare(sql)
    const inputs = params.map((value) => {
      if (!isInput(value)) throw new TypeError(`SQLite does not take ${typeof value}.`)
      return value
    })
    if (prepared.columns().length === 0) {
      return { changes: Number(prepared.run(...inputs).changes), rows: [] }
    }
    const rows = prepared.all(...inputs)
    return { changes: rows.length, rows }
  }
}
