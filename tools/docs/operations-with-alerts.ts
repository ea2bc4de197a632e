import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { alertKinds, closingCauses, type AlertKindEntry } from '@merchant-edge/orders'
import { securityEvents } from '@merchant-edge/pages'
import { replacePart } from './replace-part.ts'

const alertMarks = {
  start: '<!-- alerts: written by tools/write-docs.ts from packages/orders/src/alerts/kinds -->',
  end: '<!-- end of alerts -->',
}
const securityMarks = {
  start:
    '<!-- security: written by tools/write-docs.ts from packages/pages/src/security/security-events.ts -->',
  end: '<!-- end of security -->',
}

function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`)
}

function alertText(kind: string, entry: AlertKindEntry): string {
  const { meaning, remedy, closesOnce, closedByHand } = entry
  const ending =
    closesOnce === undefined
      ? `*Only a person closes it: ${closedByHand}.*`
      : `*Closes by itself once ${closingCauses[closesOnce]}.*`
  return [`#### \`${kind}\``, meaning, `**What to do:** ${remedy}`, ending].join('\n\n')
}

/** A section for each subject. A heading for each alert, so that a link can lead to it. */
function alertSections(): string {
  const subjects = new Set(Object.values(alertKinds).map(({ about }) => about))
  const sections = Array.from(subjects, (subject) => {
    const alerts = Object.entries(alertKinds)
      .filter(([, { about }]) => about === subject)
      .map(([kind, entry]) => alertText(kind, entry))
    const title = `${subject.slice(0, 1).toUpperCase()}${subject.slice(1)}`
    return [`### ${title}`, ...alerts].join('\n\n')
  })
  return sections.join('\n\n')
}

function securityTable(): string {
  const rows = Object.entries(securityEvents).map(
    ([code, { meaning, remedy }]) => `| \`${code}\` | ${cell(meaning)} | ${cell(remedy)} |`,
  )
  return `| Code | What it means | What to do |\n|---|---|---|\n${rows.join('\n')}`
}

/**
 * docs/operations.md with its parts about alerts and security events, generated from their
 * registers.
 */
export async function operationsWithAlerts(repository: string): Promise<string> {
  const page = await readFile(join(repository, 'docs/operations.md'), 'utf8')
  const withAlerts = replacePart(page, alertMarks, alertSections())
  return replacePart(withAlerts, securityMarks, securityTable())
}
