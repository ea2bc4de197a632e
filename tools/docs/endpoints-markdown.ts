import { endpoints, type AnyEndpoint } from '@merchant-edge/contract'

function row(endpoint: AnyEndpoint): string {
  const { section, name, method, path, effect, gaps } = endpoint
  const summary =
    endpoint.replacedBy === undefined
      ? endpoint.summary
      : `${endpoint.summary} Deprecated: use \`${endpoint.replacedBy}\`.`
  return `| ${section} | \`${name}\` | ${method} \`${path}\` | ${summary} | ${effect} | ${gaps.join(', ')} |`
}

/** The table of every call of the service that the contract describes. */
export function endpointsMarkdown(): string {
  const all: readonly AnyEndpoint[] = Object.values(endpoints)
  return `# Endpoints

Generated from \`packages/contract\` by \`node tools/write-docs.ts\`.

The name is that of the export of \`@merchant-edge/contract\`, of the method of \`bindAll(client)\`, of the
sandbox's behaviour (\`packages/sandbox/src/behaviours\`) and of \`merchant-edge call NAME\`. A \`read\` may
always be repeated; a \`write\` is repeated only under the same business id. Gaps: [gaps.md](gaps.md).

| Section | Name | Call | What it does | Effect | Gaps |
|---|---|---|---|---|---|
${all.map(row).join('\n')}
`
}
