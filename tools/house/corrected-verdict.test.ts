import { afterAll, beforeAll, expect, it } from 'vitest'
import { callCheckout, demoHouse, readOrder, type DemoHouse } from '../demo/demo-calls.ts'
import { seedLink, seedUnsettled } from '../screenshots/seed-stages.ts'
import { deskClient, type DeskClient } from './desk-client.ts'
import { freePorts } from './ports.ts'
import { startHouse, type House } from './start-house.ts'

// Goal: an operator corrects a wrong verdict where the payment or the transfer is shown.
// Method: the Workers of the house and the sandbox over HTTP. The service charges a linked wallet and answers with the
// page of a proxy; a verdict calls the payment not paid, and the desk calls it paid after all. So with a transfer, which
// the API calls made.

const order = 'WRONG-1'
const reason = 'the wallet shows the charge'
let house: House
let demo: DemoHouse
let desk: DeskClient
let reference: string

beforeAll(async () => {
  house = await startHouse({ ports: await freePorts() })
  demo = demoHouse(house)
  desk = deskClient(house, 'U-AN')
  await seedLink(demo, 'C-1', 'U-BINH')
  await seedUnsettled(demo, order, 'C-1')
  reference = (await readOrder(demo, order)).attempts[0]?.reference ?? ''
  await desk.signIn()
})
afterAll(() => house?.stop())

it('is corrected at the desk with a warning, and the payment can be returned', async () => {
  const address = `/orders/${order}/attempts/${reference}/correction`
  const early = await desk.get(address)
  const before = await (await desk.get(`/orders/${order}`)).text()
  await callCheckout(demo, `/operator/orders/${order}/payments/${reference}/settle`, {
    as: 'operator',
    json: { result: 'not_paid', reason: 'no charge was found' },
  })
  const page = await (await desk.get(`/orders/${order}`)).text()
  const form = await (await desk.get(address)).text()
  const word = { by: 'an', choice: 'paid', reason }
  const unnamed = await desk.post(address, { ...word, step: 'confirm' })
  const sent = { ...word, transactionId: 'T-CHARGED' }
  const check = await desk.post(address, { ...sent, step: 'check' })
  const unchanged = await readOrder(demo, order)
  const done = await desk.post(address, { ...sent, step: 'confirm' })
  const again = await desk.post(address, { ...sent, step: 'confirm' })
  const after = await (await desk.get(`/orders/${order}`)).text()
  const refund = await (await desk.get(`/orders/${order}/refund`)).text()

  expect(early.status).toBe(409)
  expect(before).not.toContain(address)
  expect(page).toContain(`href="${address}"`)
  for (const shown of [form, await check.text()]) {
    expect(shown).toContain('This payment counts as not paid.')
    expect(shown).toContain('word of a person')
    expect(shown).not.toContain('value="not_paid"')
  }
  expect([unnamed.status, done.status, again.status]).toEqual([400, 303, 409])
  expect(unchanged.payment).toBeUndefined()
  expect(await readOrder(demo, order)).toMatchObject({
    state: 'paid',
    payment: { transactionId: 'T-CHARGED' },
  })
  for (const shown of [reason, 'an']) expect(after).toContain(shown)
  expect(after).not.toContain(address)
  expect(refund).toContain('T-CHARGED')
})

it('is corrected for a transfer by the API and the desk, and nothing is sent again', async () => {
  const transfers = ['MADE-1', 'MADE-2']
  for (const id of transfers) {
    await demo.service.addFault({ endpoint: 'transferMoney', fault: 'html', times: 1 })
    const json = { id, amountVnd: 50_000, receiverPhone: '0900000002' }
    await callCheckout(demo, '/transfers', { json, status: 202 })
    const denied = { result: 'refused', reason: 'nothing was found' }
    const settle = `/operator/transfers/${id}/settle`
    const refused = await callCheckout(demo, settle, { as: 'operator', json: denied })
    expect(refused).toMatchObject({ transfer: { state: 'refused' } })
  }
  const made = { result: 'succeeded', transactionId: 'T-MADE-1', reason }
  const byApi = await callCheckout(demo, '/operator/transfers/MADE-1/settle', {
    as: 'operator',
    json: made,
  })
  const page = await (await desk.get('/transfers/MADE-2')).text()
  const word = { by: 'an', choice: 'succeeded', reason, transactionId: 'T-MADE-2' }
  const address = '/transfers/MADE-2/correction'
  const taken = await desk.post(address, { ...word, transactionId: 'T-MADE-1', step: 'confirm' })
  const done = await desk.post(address, { ...word, step: 'confirm' })
  const after = await (await desk.get('/transfers/MADE-2')).text()

  expect(byApi).toMatchObject({
    transfer: { state: 'succeeded', transactionId: 'T-MADE-1', version: 4 },
  })
  expect(page).toContain(`href="${address}"`)
  expect([taken.status, done.status]).toEqual([400, 303])
  for (const shown of ['T-MADE-2', reason, 'Paid out']) expect(after).toContain(shown)
  for (const id of transfers) {
    expect(await callCheckout(demo, `/operator/transfers/${id}`, { as: 'operator' })).toMatchObject(
      {
        serviceCalls: [{ number: 1 }],
      },
    )
  }
})
