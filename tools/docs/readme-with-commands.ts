import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandTablesMarkdown } from '@merchant-edge/cli'
import { replacePart } from './replace-part.ts'

const marks = {
  start: '<!-- commands: written by tools/write-docs.ts from packages/cli/src/commands.ts -->',
  end: '<!-- end of commands -->',
}

/** The README of the command line with its generated tables of all commands. */
export async function readmeWithCommands(repository: string): Promise<string> {
  const page = await readFile(join(repository, 'packages/cli/README.md'), 'utf8')
  return replacePart(page, marks, await commandTablesMarkdown())
}
