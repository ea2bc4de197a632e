import { installations, sizeOf } from '../checks/dependencies/published-packages.ts'

/** docs/dependencies.md: the packages that are installed with each published package. */
export async function dependenciesMarkdown(repository: string): Promise<string> {
  const all = await installations(repository)
  const rows = all.map((installation) => {
    const { name, count, limit } = installation
    const optional = count.optional.length
    return `| \`${name}\` | ${count.direct.map((one) => `\`${one}\``).join(', ') || 'none'} | ${count.everywhere.length} | ${optional} | ${sizeOf(installation)} of ${limit} |`
  })
  const lists = all
    .filter(({ count }) => count.everywhere.length > 0)
    .map(({ name, count }) => {
      const optional =
        count.optional.length === 0 ? '' : `\n\nOptional: ${count.optional.join(', ')}.`
      return `## ${name}\n\n${count.everywhere.join(', ')}.${optional}`
    })
  return `# Dependencies of the published packages

Generated from \`pnpm-lock.yaml\` by \`npm run docs\`.

This page lists the third-party packages that npm installs with each of our packages. Our own packages are not counted.
"Optional" packages are those that npm leaves out where they cannot be installed, such as the binaries of other platforms.
Optional peers that a user does not have (TypeScript for valibot, Hono for the callback middleware) are not counted. The
sandbox, an optional peer of the command line, has its own row. \`npm run check -- dependencies\` prints the figures and
fails when one exceeds its limit.

| Package | Direct | Always | Optional | At most |
|---|---|---|---|---|
${rows.join('\n')}

${lists.join('\n\n')}
`
}
