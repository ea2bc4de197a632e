import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../migrations')
const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()
/** The last migration that a Worker from before it does not survive: it replaces a table. */
const lastThatReplaces = '0027_calls-of-transfers-and-links.sql'

/** Unique indexes that were written anew for fewer rows than before: they refuse nothing more. */
const loosened: ReadonlySet<string> = new Set([
  "CREATE UNIQUE INDEX `links_active` ON `links` (`customer_id`) WHERE state IN ('requested', 'linked')",
])

/** The statements of a migration that the Workers from before it may fail on. */
function breaking(name: string): readonly string[] {
  const statements = readFileSync(join(folder, name), 'utf8')
    .split(/;\s*(?:--> statement-breakpoint|$)/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  const created = new Set(
    statements.map((statement) => /^CREATE TABLE [`"]?(\w+)/i.exec(statement)?.[1]),
  )
  return statements.filter((statement) => {
    if (loosened.has(statement)) return false
    if (/^(?:CREATE TABLE|CREATE INDEX|DROP INDEX|UPDATE|INSERT)\b/i.test(statement)) return false
    const [, unique] = /^CREATE UNIQUE INDEX \S+ ON [`"]?(\w+)/i.exec(statement) ?? []
    if (unique !== undefined) return !created.has(unique)
    const isAdded = /^ALTER TABLE \S+ ADD /i.test(statement)
    return !isAdded || (/\bNOT NULL\b/i.test(statement) && !/\bDEFAULT\b/i.test(statement))
  })
}

// docs/guides/deploy.md, "Update": migrations come first, and the Workers from before go on meanwhile.
describe('the previous version of the Workers, while a migration is already applied', () => {
  it.each(migrations.slice(migrations.indexOf(lastThatReplaces) + 1))(
    'continues to work after %s',
    (name) => {
      expect(breaking(name)).toEqual([])
    },
  )

  it('would fail after a migration that replaces a table', () => {
    expect(breaking(lastThatReplaces)).toEqual([
      'DROP TABLE `service_calls`',
      'ALTER TABLE `__new_service_calls` RENAME TO `service_calls`',
      'CREATE UNIQUE INDEX `service_calls_of_subject` ON `service_calls` (`about`,`subject_id`,`number`)',
    ])
  })
})
