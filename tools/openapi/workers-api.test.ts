import * as v from 'valibot'
import { expect, it } from 'vitest'
import { doneSchema } from './shop/checkout-route.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { jsonSchemaOf } from './document/json-schema-of.ts'
import { operatorRoutes } from './operators/operator-routes.ts'
import { workersApi } from './workers-api.ts'

const { paths } = await workersApi()
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) =>
    typeof operation === 'object' && 'responses' in operation ? [{ path, method, operation }] : [],
  ),
)

it.each(operations.filter(({ method }) => method === 'post' || method === 'delete'))(
  '$method $path documents the answers to a body that is too slow, too large or not JSON, even if it takes no body',
  ({ operation }) => {
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['408', '413', '415']))
  },
)

it('makes the body of a payment with a linked wallet optional', () => {
  expect(paths['/orders/{id}/payments/linked']?.['post']?.requestBody?.required).toBe(false)
})

/** The documented parameter of a route that says how many rows a page has. */
function rowsOf(name: string): { readonly name: string; readonly described: string } {
  const { parameters = [] } =
    operations.find(({ operation }) => operation.operationId === name)?.operation ?? {}
  const [rows = { name: '', described: '' }] = parameters.flatMap((parameter) =>
    'name' in parameter && ['limit', 'rows'].includes(parameter.name)
      ? [{ name: parameter.name, described: parameter.description ?? '' }]
      : [],
  )
  return rows
}

const pagedRoutes = [...checkoutRoutes, ...operatorRoutes].flatMap((one) => {
  const { name: route, method, query } = one
  const { properties } = jsonSchemaOf(doneSchema(one), () => new Map())
  const isPaged = typeof properties === 'object' && properties !== null && 'cursor' in properties
  return method === 'get' && isPaged
    ? [{ route, query: query ?? v.never(), rows: rowsOf(route) }]
    : []
})

it('finds the routes that answer in pages', () => {
  expect(pagedRoutes).toHaveLength(10)
})

it.each(pagedRoutes)(
  '$route documents its page size: minimum, maximum, default and refusal',
  ({ query, rows }) => {
    const [, min = '', max = '', usual = ''] =
      /^Rows of a page, (\d+) to (\d+); (\d+) when left out\. /.exec(rows.described) ?? []
    const takes = (count: number) => v.is(query, { [rows.name]: String(count) })

    expect(rows.described).toContain('400 `invalid_query`')
    expect([Number(min) - 1, Number(min), Number(max), Number(max) + 1].map(takes)).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(takes(Number(usual))).toBe(true)
  },
)

it('describes the filters of a list that has the fields of a page, too', () => {
  const { parameters = [] } = paths['/operator/orders']?.['get'] ?? {}

  expect(parameters).toContainEqual(
    expect.objectContaining({ name: 'amountVnd', description: 'Price in whole VND.' }),
  )
  expect(parameters).toContainEqual(
    expect.objectContaining({ name: 'cursor', description: expect.stringMatching(/\w/) }),
  )
})

/** The properties of a JSON Schema of an object, each a schema again. */
function fieldsIn({ properties }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return typeof properties === 'object' && properties !== null ? { ...properties } : {}
}

const inQueries = operations
  .filter(({ path }) => path.startsWith('/operator/'))
  .flatMap(({ path, operation: { parameters = [] } }) =>
    parameters.flatMap((parameter) =>
      'name' in parameter && parameter.in === 'query'
        ? [{ path, name: parameter.name, description: parameter.description ?? '' }]
        : [],
    ),
  )

const inBodies = operations
  .filter(({ path }) => path.startsWith('/operator/'))
  .flatMap(({ path, operation }) => {
    const schema = operation.requestBody?.content['application/json']?.schema ?? {}
    return Object.entries(fieldsIn(schema)).map(([name, field]) => {
      const { description } = fieldsIn({ properties: field })
      return { path, name, description: typeof description === 'string' ? description : '' }
    })
  })

it('finds the parameters of the lists for operators', () => {
  expect(inQueries.length).toBeGreaterThan(30)
})

it('finds the fields of the requests of operators', () => {
  expect(inBodies.length).toBeGreaterThan(30)
})

it.each([...inQueries, ...inBodies])('$path describes $name', ({ description }) => {
  expect(description).toMatch(/^[A-Z`].{9,}\.$/s)
})

it('describes the filters of callbacks by the filter of callbacks, not by that of events', () => {
  const texts = inQueries.filter(({ path }) => path === '/operator/callbacks')
  const textOf = (name: string) => texts.find((one) => one.name === name)?.description

  expect(textOf('state')).toContain('callbacks whose order is not known')
  expect(textOf('orderId')).toContain('callbacks of this order')
})
