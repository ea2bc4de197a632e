import { expect, it } from 'vitest'
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
