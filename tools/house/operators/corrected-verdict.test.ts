import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  callCheckout,
  demoHouse,
  readOrder,
  serviceOrderOf,
  type DemoHouse,
} from '../../demo/demo-calls.ts'
import { seedLink, seedUnsettled } from '../../screenshots/seed-stages.ts'
import { untilTomorrow } from '../../tour/daily-files-story.ts'
import { deskClient, type DeskClient } from './desk-client.ts'
import { operatorCommand } from './operator-command.ts'
import { freePorts } from '../places/ports.ts'
import { startHouse, type House } from '../start-house.ts'

// Goal: an operator corrects a wrong verdict where the payment, the transfer or the refund is shown.
// Method: the Workers of the house and the sandbox over HTTP. The service charges a linked wallet and answers with the
// page of a proxy; a verdict settles the payment as not paid, and the desk corrects it to paid. The same with transfers
// and refunds, which the API and the desk correct to made and returned. Last, a verdict names a wrong transaction, and
// the file of the day names the right one.

const order = 'WRONG-1'
const reason = 'the wallet shows the charge'
let house: House
let demo: DemoHouse
let desk: DeskClient
let reference: string

beforeAll(async () => {
  house = await startHouse({ ports: await freePorts(), laterMs: 0 })
  demo = demoHouse(house)
  desk = deskClient(house, 'U-AN')
  await seedLink(demo, 'C-1', 'U-BINH')
  await seedUnsettled(demo, order, 'C-1')
  reference = (await readOrder(demo, order)).attempts[0]?.reference ?? ''
  await desk.signIn()
})
afterAll(() => house?.stop())

it('is corrected at the desk with a warning, and the payment can be refunded', async () => {
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

it('is corrected for a refund by the API and the desk, and nothing is returned again', async () => {
  const id = 'RETURNED-1'
  await callCheckout(demo, '/orders', { json: { id, amountVnd: 100_000 } })
  await callCheckout(demo, `/orders/${id}/payments/qr`, { json: {} })
  await demo.service.pay(await serviceOrderOf(demo, id), { walletId: 'U-BINH' })
  while ((await readOrder(demo, id)).state !== 'paid') await house.sweep()
  const amounts = [
    ['BACK-1', 40_000],
    ['BACK-2', 60_000],
  ] as const
  const refundsOf = `/operator/orders/${id}/refunds`
  for (const [refundId, vnd] of amounts) {
    await demo.service.addFault({ endpoint: 'refundOrder', fault: 'html', times: 1 })
    await callCheckout(demo, `/orders/${id}/refunds`, { json: { id: refundId, vnd }, status: 202 })
    await callCheckout(demo, `${refundsOf}/${refundId}/settle`, {
      as: 'operator',
      json: { result: 'not_refunded', reason: 'nothing was found' },
    })
  }
  const settle = (json: object, status = 200) =>
    callCheckout(demo, `${refundsOf}/BACK-1/settle`, {
      as: 'operator',
      json: { reason, ...json },
      status,
    })
  const unnamed = await settle({ result: 'refunded' }, 409)
  const byApi = await settle({ result: 'refunded', walletCode: 'W-BACK-1' })
  const backwards = await settle({ result: 'not_refunded' }, 409)
  const page = await (await desk.get(`/orders/${id}`)).text()
  const address = `/orders/${id}/refunds/BACK-2/correction`
  const form = await (await desk.get(address)).text()
  const word = { by: 'an', choice: 'refunded', reason, transactionId: 'W-BACK-2' }
  const taken = await desk.post(address, { ...word, transactionId: 'W-BACK-1', step: 'confirm' })
  const done = await desk.post(address, { ...word, step: 'confirm' })
  const again = await desk.post(address, { ...word, step: 'confirm' })
  const after = await (await desk.get(`/orders/${id}`)).text()

  expect(unnamed).toMatchObject({ error: { remedy: expect.stringContaining('walletCode') } })
  expect(byApi).toMatchObject({ refund: { state: 'refunded' }, order: { state: 'part_refunded' } })
  expect(backwards).toMatchObject({ refund: { state: 'refunded' } })
  expect(page).toContain(`href="${address}"`)
  expect(page).not.toContain('BACK-1/correction')
  expect(form).toContain('A person has settled this refund')
  expect([taken.status, done.status, again.status]).toEqual([400, 303, 409])
  expect(after).not.toContain(address)
  for (const shown of ['W-BACK-2', reason]) expect(after).toContain(shown)
  expect(await readOrder(demo, id)).toMatchObject({ state: 'refunded' })
})

it('names the transaction of the file in the place of a wrong one: the order, the shop, the desk and the next file say so', async () => {
  const id = 'MISNAMED-1'
  await seedUnsettled(demo, id, 'C-1')
  const { attempts } = await readOrder(demo, id)
  const misnamed = attempts[0]?.reference ?? ''
  const purchases = await demo.service.linkedPurchases()
  const right = purchases.find(({ invoiceNo }) => invoiceNo === misnamed)
  const transaction = right?.transactionId ?? ''
  const settle = async (named: string) => {
    const verdict = ['--result', 'paid', '--transaction', named, '--reason', reason]
    const args = ['payments', 'settle', id, '--reference', misnamed, ...verdict]
    return operatorCommand(house, args)
  }
  const first = await settle('T-WRONG')
  const early = await settle(transaction)
  const day = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
  await house.moveClock(untilTomorrow(Date.now()))
  await demo.service.closeDay({ date: day })
  await house.exchangeFiles()
  await house.sweep()
  const alerts = await operatorCommand(house, ['alerts', 'list', '--kind', 'file_contradicts'])
  const corrected = await settle(transaction)
  await house.sweep()
  await desk.signIn()

  expect([first.code, early.code, corrected.code]).toEqual([0, 1, 0])
  expect(alerts.text).toContain(misnamed)
  expect(await readOrder(demo, id)).toMatchObject({
    state: 'paid',
    payment: { transactionId: transaction },
  })
  const told = ['events', 'list', '--order', id, '--type', 'order.payment_corrected', '--json']
  expect(JSON.parse((await operatorCommand(house, told)).text)).toMatchObject({
    events: [{ state: 'delivered' }],
  })
  const page = await (await desk.get(`/orders/${id}`)).text()
  for (const shown of ['T-WRONG', transaction, 'The transaction was corrected']) {
    expect(page).toContain(shown)
  }
  const wallets = await demo.service.linkedPurchases()
  expect(wallets.filter(({ invoiceNo }) => invoiceNo === misnamed)).toHaveLength(1)
})
