import { endpoints, type AnyEndpoint } from '@merchant-edge/contract'
import { commonRefusals, type RefusalTable } from '@merchant-edge/contract/refusals'

function table(refusals: RefusalTable): string {
  const rows = Object.entries(refusals).map(
    ([code, { reason, cause, remedy, retry, applied, kind }]) =>
      `| ${code} | \`${reason}\` | ${cause} | ${remedy} | ${retry} | ${kind === 'not_processed' ? 'not processed' : applied} |`,
  )
  return `| Code | Reason | Cause | Remedy | Repeat | Applied |
|---|---|---|---|---|---|
${rows.join('\n')}`
}

/** Endpoints that share a table, in Markdown, by that table. */
function sharers(all: readonly AnyEndpoint[]): ReadonlyMap<RefusalTable, string[]> {
  const found = new Map<RefusalTable, string[]>()
  for (const { name, refusals } of all) {
    if (Object.keys(refusals).length === 0) continue
    found.set(refusals, [...(found.get(refusals) ?? []), `\`${name}\``])
  }
  return found
}

/** Every refusal code with its cause and remedy, the common ones first. */
export function refusalsMarkdown(): string {
  const all: readonly AnyEndpoint[] = Object.values(endpoints)
  const own = [...sharers(all)].map(
    ([refusals, names]) => `## ${names.join(', ')}\n\n${table(refusals)}`,
  )
  return `# Refusals

Generated from \`packages/contract\` by \`npm run docs\`.

This page lists every code by which the service refuses a call. If a code is in the table of an endpoint and in the common
table, the table of the endpoint is valid.

- **Repeat**: \`never\`, \`same-id\` (at once, with the same business id and a new nonce) or \`later\`.
- **Applied**: \`maybe\` means that money may have moved nevertheless: the outcome is unknown until it is settled.
  \`not processed\` means that the request was refused because of its key, signature, timestamp or nonce: the same id can
  be used once the cause is repaired.

## Common

${table(commonRefusals)}

${own.join('\n\n')}
`
}
