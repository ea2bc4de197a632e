import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints, type AnyEndpoint } from '@merchant-edge/contract'

const repository = join(import.meta.dirname, '../..')

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]+(?![a-z])|[A-Z]/g, (letters) => `-${letters.toLowerCase()}`)
}

const whatIsNeeded = 'CONTRIBUTING.md lists what a new endpoint needs'

/** A link to the wire bytes of an endpoint, which must exist. */
function wireBytes(name: string): string {
  const path = `fixtures/wire/${kebab(name)}.json`
  if (existsSync(join(repository, path))) return `[bytes](../${path})`
  throw new Error(
    `${name} has no ${path}: write it by hand from the specification. ${whatIsNeeded}.`,
  )
}

const handlerFiles = globSync('packages/sandbox/src/*/handlers.ts', { cwd: repository }).map(
  (path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }),
)

/** The file of the sandbox that holds the handler of an endpoint. */
export function handlerFile(name: string): string {
  const file = handlerFiles.find(({ text }) => text.includes(`(endpoints.${name},`))
  if (file === undefined) {
    throw new Error(`No handlers.ts in packages/sandbox/src handles ${name}. ${whatIsNeeded}.`)
  }
  return file.path
}

function bySection(one: AnyEndpoint, other: AnyEndpoint): number {
  const order = Number(one.section.slice(2)) - Number(other.section.slice(2))
  return order === 0 ? one.name.localeCompare(other.name) : order
}

function row(endpoint: AnyEndpoint): string {
  const { section, name, method, path, apiCode, effect, gaps, replacedBy, duplicates } = endpoint
  const replaced = replacedBy === undefined ? '' : ` Deprecated: use \`${replacedBy}\`.`
  const code = apiCode === undefined ? '' : ` \`${apiCode}\``
  return `| ${[
    section,
    `\`${name}\``,
    `${method} \`${path}\`${code}`,
    `${endpoint.summary}${replaced}`,
    duplicates === undefined ? effect : `${effect}, never repeated`,
    `[handlers](../${handlerFile(name)})`,
    wireBytes(name),
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
