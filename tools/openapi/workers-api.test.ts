import * as v from 'valibot'
import { expect, it } from 'vitest'
import { checkoutRoutes } from './checkout-routes.ts'
import { operatorRoutes } from './operator-routes.ts'
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

const pagedRoutes = [...checkoutRoutes, ...operatorRoutes].flatMap(({ name, query }) => {
  const { parameters = [] } =
    operations.find(({ operation }) => operation.operationId === name)?.operation ?? {}
  const [described = ''] = parameters.flatMap((parameter) =>
    'name' in parameter && parameter.name === 'limit' ? [parameter.description ?? ''] : [],
  )
  return query === undefined || described === '' ? [] : [{ name, query, described }]
})

it('finds the routes whose limit is documented, one of which takes fewer rows than the others', () => {
  expect(pagedRoutes.map(({ name }) => name)).toContain('listDifferences')
})

it.each(pagedRoutes)(
  'documents no other limit of $name than the one it takes',
  ({ query, described }) => {
    const [, most = ''] = /1 to (\d+)/.exec(described) ?? []

    expect(v.is(query, { limit: most })).toBe(true)
    expect(v.is(query, { limit: String(Number(most) + 1) })).toBe(false)
  },
)
