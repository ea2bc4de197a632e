import { expect, it } from 'vitest'
import { answerFaults } from './answer-faults.ts'
import { withReferences } from '../document/with-references.ts'
import { workersApi } from '../workers-api.ts'

const whole = await workersApi()
const documents = [
  ['written out', whole],
  ['with references', withReferences(whole)],
] as const
const failure = { reason: 'order_not_found', message: 'There is none.', remedy: 'Open it first.' }

it.each(documents)('finds what a document does not say: %s', (_, document) => {
  const faults = (status: number, body: unknown, path = '/orders/ORDER-1') =>
    answerFaults(document, { method: 'GET', path, status, text: JSON.stringify(body) })

  expect(faults(404, { error: failure })).toEqual([])
  expect(faults(404, { error: { ...failure, more: 1 } })).toEqual([
    'readOrder 404.error.more is not described',
  ])
  expect(faults(404, { error: { reason: 'order_not_found', message: 1 } })).toEqual([
    'readOrder 404.error.remedy is required, and is missing',
    'readOrder 404.error.message is number',
  ])
  expect(faults(418, {})).toEqual(['readOrder 418 is not described'])
  expect(faults(200, { id: 'ORDER-1' })).toContain(
    'readOrder 200.state is required, and is missing',
  )
  expect(faults(200, { orders: [{ state: 'new' }] }, '/orders')).toContain(
    'listOwnOrders 200.orders[].state has no such value',
  )
  expect(faults(418, {}, '/somewhere/else')).toEqual([])
})

it.each(documents)('tells an answer that is no JSON: %s', (_, document) => {
  const request = { method: 'GET', path: '/orders/ORDER-1', status: 404 }

  expect(answerFaults(document, { ...request, text: '<html>' })).toEqual([
    'readOrder 404 is no JSON',
  ])
})
