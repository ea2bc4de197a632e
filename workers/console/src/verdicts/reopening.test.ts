import type { OrderView } from '@merchant-edge/orders/api'
import { expect, it } from 'vitest'
import { noTraces, now, openDesk, orderView } from '../../test/open-desk.ts'

const path = '/orders/ORDER-1/payments/T%2F2/reopening'
const reason = 'the file of the service names two payments'
const word = { by: 'an', choice: 'reopen', reason }

function deskWith(state: 'open' | 'released') {
  const order: OrderView = orderView({
    disputedPayments: [
      {
        transactionId: 'T/2',
        reference: 'REF-2',
        state,
        reason: 'possible_double_payment',
        vnd: 120_000,
        points: 0,
        refunded: { vnd: 0, points: 0 },
        returned: { vnd: 0, points: 0 },
        createdAt: now,
      },
    ],
  })
  return openDesk({
    view: { ...noTraces, find: async () => order },
    money: { reopenDispute: async () => ({ outcome: 'settled', order }) },
  })
}

it.each([
  ['en', 'Take back the release', 'must not be returned here once more'],
  ['vi', 'Rút lại việc tách', 'không được hoàn ở đây nữa'],
])('the release of a payment is taken back after a warning, in %s', async (lang, link, warning) => {
  const desk = deskWith('released')
  await desk.signIn('U-AN')
  const page = await (await desk.get(`/orders/ORDER-1?lang=${lang}`)).text()
  const form = await (await desk.get(`${path}?lang=${lang}`)).text()
  const check = await desk.post(path, { ...word, step: 'check' })
  const before = desk.calls.filter(([name]) => name === 'reopenDispute')
  const done = await desk.post(path, { ...word, step: 'confirm' })

  expect(page).toContain(`href="${path}"`)
  expect(page).toContain(link)
  expect(form).toContain(warning)
  expect([check.status, done.status, before]).toEqual([200, 303, []])
  const verdict = { transactionId: 'T/2', reason, staffId: 'an' }
  expect(desk.calls).toContainEqual(['reopenDispute', 'ORDER-1', verdict])
})

it('a payment that is not released has nothing to take back', async () => {
  const desk = deskWith('open')
  await desk.signIn('U-AN')
  const page = await (await desk.get('/orders/ORDER-1')).text()
  const done = await desk.post(path, { ...word, step: 'confirm' })

  expect(page).not.toContain(path)
  expect(done.status).not.toBe(303)
  expect(desk.calls.some(([name]) => name === 'reopenDispute')).toBe(false)
})
