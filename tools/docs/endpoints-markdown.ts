import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints, type AnyEndpoint } from '@merchant-edge/contract'

const repository = join(import.meta.dirname, '../..')

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]+(?![a-z])|[A-Z]/g, (letters) => `-${letters.toLowerCase()}`)
}

/** A link to a file that must exist. */
function fileLink(text: string, path: string): string {
  if (!existsSync(join(repository, path))) throw new Error(`there is no ${path}`)
  return `[${text}](../${path})`
}

const handlerFiles = globSync('packages/sandbox/src/*/handlers.ts', { cwd: repository }).map(
  (path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }),
)

/** The file of the sandbox that holds the handler of an endpoint. */
export function handlerFile(name: string): string {
  const file = handlerFiles.find(({ text }) => text.includes(`(endpoints.${name},`))
  if (file === undefined) throw new Error(`no handlers.ts of the sandbox handles ${name}`)
  return file.path
}

function bySection(one: AnyEndpoint, other: AnyEndpoint): number {
  const order = Number(one.section.slice(2)) - Number(other.section.slice(2))
  return order === 0 ? one.name.localeCompare(other.name) : order
}

function row(endpoint: AnyEndpoint): string {
  const { section, name, method, path, apiCode, effect, gaps, replacedBy, duplicates } = endpoint
  const file = kebab(name)
  const replaced = replacedBy === undefined ? '' : ` Deprecated: use \`${replacedBy}\`.`
  const code = apiCode === undefined ? '' : ` \`${apiCode}\``
  return `| ${[
    section,
    `\`${name}\``,
    `${method} \`${path}\`${code}`,
    `${endpoint.summary}${replaced}`,
    duplicates === undefined ? effect : `${effect}, never repeated`,
    fileLink('handlers', handlerFile(name)),
    fileLink('bytes', `fixtures/wire/${file}.json`),
    gaps.join(', '),
  ].join(' | ')} |`
}

/** The table of every call of the service that the contract describes. */
export function endpointsMarkdown(): string {
  const all: readonly AnyEndpoint[] = Object.values(endpoints)
  return `# Endpoints

Generated from \`packages/contract\` by \`npm run docs\`.

This page lists every call of the service. The name is the name of the export of \`@merchant-edge/contract\`, of the method of
\`bindAll(client)\`, and of \`merchant-edge call NAME\`. Fields are in [api.html](api.html), refusals in
[refusals.md](refusals.md).

- **Effect**: a \`read\` may always be retried. A \`write\` is retried only under the same business id, and some writes are
  never retried.
- **Sandbox**: the code that handles the call in the sandbox.
- **Test**: the call written by hand from the specification. The tests of contract and client
  ([contract](../packages/contract/src/wire.test.ts), [client](../packages/client/src/call.test.ts)) compare their code
  with it; the tests of the sandbox produce every refusal ([sandbox.md](sandbox.md)).
- **Gaps**: the open points of the specification on which the call depends ([gaps.md](gaps.md)).

| Section | Name | Call | What it does | Effect | Sandbox | Test | Gaps |
|---|---|---|---|---|---|---|---|
${all.toSorted(bySection).map(row).join('\n')}
`
}
