import { expect, it } from 'vitest'
import { workersApi } from './workers-api.ts'

const { paths } = await workersApi()
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) =>
    typeof operation === 'object' && 'responses' in operation ? [{ path, method, operation }] : [],
  ),
)

it.each(operations.filter(({ method }) => method === 'post' || method === 'delete'))(
  '$method $path may be sent a body that is too slow, too large or no JSON, also where it takes none',
  ({ operation }) => {
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['408', '413', '415']))
  },
)

it('lets the body of a payment with a linked wallet be left out', () => {
  expect(paths['/orders/{id}/payments/linked']?.['post']?.requestBody?.required).toBe(false)
})
