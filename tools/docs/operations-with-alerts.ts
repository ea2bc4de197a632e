import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { alertKinds, closingCauses } from '@merchant-edge/orders'
import { securityEvents } from '@merchant-edge/pages'

const start =
  '<!-- alerts: written by tools/write-docs.ts from packages/orders/src/alerts/kinds -->'
const end = '<!-- end of alerts -->'
const securityStart =
  '<!-- security: written by tools/write-docs.ts from packages/pages/src/security-events.ts -->'
const securityEnd = '<!-- end of security -->'

function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`)
}

function tables(): string {
  const subjects = new Set(Object.values(alertKinds).map(({ about }) => about))
  const sections = Array.from(subjects, (subject) => {
    const rows = Object.entries(alertKinds)
      .filter(([, { about }]) => about === subject)
      .map(([kind, { meaning, remedy, closesOnce }]) => {
        const closing = closesOnce && ` *Closes by itself once ${closingCauses[closesOnce]}.*`
        return `| \`${kind}\` | ${cell(meaning)} | ${cell(remedy)}${closing ?? ''} |`
      })
    const title = `${subject.slice(0, 1).toUpperCase()}${subject.slice(1)}`
    return `### ${title}\n\n| Alert | What it means | What to do |\n|---|---|---|\n${rows.join('\n')}`
  })
  return sections.join('\n\n')
}

function securityTable(): string {
  const rows = Object.entries(securityEvents).map(
    ([code, { meaning, remedy }]) => `| \`${code}\` | ${cell(meaning)} | ${cell(remedy)} |`,
  )
  return `| Code | What it means | What to do |\n|---|---|---|\n${rows.join('\n')}`
}

function replacePart(page: string, marks: readonly [start: string, end: string], part: string) {
  const [start, end] = marks
  const [before = '', rest = ''] = page.split(start)
  const [, after = ''] = rest.split(end)
  return `${before}${start}\n\n${part}\n\n${end}${after}`
}

/** docs/operations.md with its parts about alerts and events of security written anew from their registers. */
export async function operationsWithAlerts(repository: string): Promise<string> {
  const page = await readFile(join(repository, 'docs/operations.md'), 'utf8')
  const withAlerts = replacePart(page, [start, end], tables())
  return replacePart(withAlerts, [securityStart, securityEnd], securityTable())
}
