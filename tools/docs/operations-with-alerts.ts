import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { alertKinds } from '@merchant-edge/orders'

const start =
  '<!-- alerts: written by tools/write-docs.ts from packages/orders/src/alerts/kinds -->'
const end = '<!-- end of alerts -->'

function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`)
}

function tables(): string {
  const subjects = new Set(Object.values(alertKinds).map(({ about }) => about))
  const sections = Array.from(subjects, (subject) => {
    const rows = Object.entries(alertKinds)
      .filter(([, { about }]) => about === subject)
      .map(([kind, { meaning, remedy }]) => `| \`${kind}\` | ${cell(meaning)} | ${cell(remedy)} |`)
    const title = `${subject.slice(0, 1).toUpperCase()}${subject.slice(1)}`
    return `### ${title}\n\n| Alert | What it means | What to do |\n|---|---|---|\n${rows.join('\n')}`
  })
  return sections.join('\n\n')
}

/** docs/operations.md with its part about the kinds of alerts written anew from their register. */
export async function operationsWithAlerts(repository: string): Promise<string> {
  const page = await readFile(join(repository, 'docs/operations.md'), 'utf8')
  const [before = '', rest = ''] = page.split(start)
  const [, after = ''] = rest.split(end)
  return `${before}${start}\n\n${tables()}\n\n${end}${after}`
}
