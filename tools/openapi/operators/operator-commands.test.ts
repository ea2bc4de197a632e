import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandsMarkdown, namedCommands } from '@merchant-edge/cli'
import { expect, it } from 'vitest'
import { operatorRoutes } from './operator-routes.ts'

/** A request with its values left out, such as `GET /operator/orders/{}`. */
function shapeOf(request: string): string {
  return request.replaceAll(/\$?\{[\w.]+\}/g, '{}')
}

const requests = operatorRoutes.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
const commands = new Map(namedCommands)

it.each(requests.filter((request) => request !== 'GET /operator/me'))(
  'the command line names a command for %s, which is shown instead of the request',
  async (request) => {
    const command = commands.get(request) ?? ''
    const [, words = ''] = /^([a-z-]+(?: [a-z]+)?)(?: [{-].*)?$/.exec(command) ?? []

    expect((await commandsMarkdown()).split('\n')).toContain(`## ${words}`)
    const values = (text: string) => text.match(/\{\w+\}/g)?.toSorted() ?? []
    expect(values(command)).toEqual(values(request))
  },
)

it('the command line names no command for a request that the operator API does not have', () => {
  expect([...commands.keys()].filter((request) => !requests.includes(request))).toEqual([])
})

const sources = join(import.meta.dirname, '../../../workers/checkout/src/operator')
const texts = globSync('**/*.ts', { cwd: sources, exclude: ['**/*.test.ts'] }).map((file) => ({
  file,
  text: readFileSync(join(sources, file), 'utf8'),
}))
const named = texts.flatMap(({ file, text }) =>
  text
    .split('\n')
    .filter((line) => !/^\s*(?:\*|\/[/*])/.test(line))
    .flatMap((line) => line.match(/\b(?:GET|POST|PUT|DELETE) \/[\w/{}$.-]*[\w}]/g) ?? [])
    .map((request) => ({ file, request })),
)

it('finds the requests that answers to an operator name', () => {
  expect(named.length).toBeGreaterThan(8)
})

it.each(named)('$file names $request, which the operator API has', ({ request }) => {
  expect(requests.map(shapeOf)).toContain(shapeOf(request))
})

const remedies = texts.flatMap(({ file, text }) =>
  Array.from(
    text.matchAll(/remedy:\s*(?:[\w ='.]+\?)?\s*(['"`])(?<said>.+?)\1,\n/gs),
    ({ groups }) => ({
      file,
      said: groups?.['said'] ?? '',
    }),
  ),
)

it('finds the remedies in answers to an operator', () => {
  expect(remedies.length).toBeGreaterThan(20)
})

it.each(remedies)(
  '$file: a person at the command line can follow the remedy: $said',
  ({ said }) => {
    expect(said).not.toMatch(/\b(?:requests?|headers?|query|body|fields?|cursor)\b/)
  },
)
