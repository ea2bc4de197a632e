import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrations } from '../src/database/migrations.generated.ts'

function wordsOf(sql: string): string[] {
  return sql.split(/\s+/).filter((word) => word !== '')
}

describe('the bundled migrations', () => {
  it('are equal to the files that wrangler applies', () => {
    const directory = join(import.meta.dirname, '../migrations')
    const files = readdirSync(directory).filter((name) => name.endsWith('.sql'))

    expect(migrations.map(({ name }) => name)).toEqual(files.toSorted())
    for (const { name, statements } of migrations) {
      const file = readFileSync(join(directory, name), 'utf8')
      expect(wordsOf(statements.join('\n'))).toEqual(
        wordsOf(file.replaceAll('--> statement-breakpoint', ' ')),
      )
    }
  })
})
