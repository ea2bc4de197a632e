import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// The Worker applies its own migrations, so the SQL has to be part of its code.

const directory = join(import.meta.dirname, '../../../migrations')
const target = join(import.meta.dirname, '../../database/migrations.generated.ts')

function quoted(line: string): string {
  return `'${line.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\t', '  ')}'`
}

function migrationOf(fileName: string): string {
  const statements = readFileSync(join(directory, fileName), 'utf8')
    .split('--> statement-breakpoint')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .map((statement) => `      [\n${lines(statement)}      ].join('\\n'),\n`)
  return `  {\n    name: '${fileName}',\n    statements: [\n${statements.join('')}    ],\n  },\n`
}

function lines(statement: string): string {
  return statement
    .split('\n')
    .map((line) => `        ${quoted(line)},\n`)
    .join('')
}

const files = readdirSync(directory)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()

writeFileSync(
  target,
  `// Written by \`pnpm migrations\` from the files in migrations/.

/** A migration: the name of its file, and its statements. */
export interface Migration {
  readonly name: string
  readonly statements: readonly string[]
}

/** Every migration, oldest first. */
export const migrations: readonly Migration[] = [
${files.map((name) => migrationOf(name)).join('')}]
`,
)
