import type { OrderView } from '@merchant-edge/orders/webhook'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilTomorrow } from '../../tour/daily-files-story.ts'
import { freePorts } from '../places/ports.ts'
import { startHouse, type House } from '../start-house.ts'

// Goal: a refund with an unknown outcome is settled as it really ended, by an operator's verdict or by the service file.
// Method: the Workers of the house and the sandbox over HTTP. One refund gets 5000800: its id is used, and nothing is
// returned. The other moves the money, but is answered with the page of a proxy. A retry of either gets "this id exists".

const order = 'UNKNOWN-1'
let house: House
/** By how many milliseconds the clocks of the house are ahead. */
let laterMs = 0

beforeAll(async () => {
  house = await startHouse({ ports: await freePorts(), laterMs })
})

afterAll(() => house?.stop())

/** Lets time pass without waiting, by moving the clocks of the house. */
async function pass(timeMs: number): Promise<void> {
  laterMs += timeMs
  await house.moveClock(laterMs)
}

async function send(address: string, json?: object, token?: string): Promise<Response> {
  return fetch(address, {
    method: json === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
}

async function readOrder(): Promise<OrderView> {
  const { addresses, secrets } = house
  const response = await send(
    `${addresses.checkout}/orders/${order}`,
    undefined,
    secrets.checkoutSecret,
  )
  const read: OrderView = JSON.parse(await response.text())
  return read
}

/** Lets time pass until the order is in the expected state; the time limit of the test bounds this. */
async function orderWith(isSo: (read: OrderView) => boolean): Promise<OrderView> {
  for (;;) {
    const read = await readOrder()
    if (isSo(read)) return read
    await pass(1_000)
    await house.sweep()
  }
}

function refundIn({ refunds }: OrderView, id: string) {
  return refunds.find((refund) => refund.id === id)
}

/** An order of 100,000 VND that its customer has paid at the sandbox. */
async function paidOrder(): Promise<void> {
  const { addresses, secrets } = house
  const json = { id: order, amountVnd: 100_000 }
  const opened = await send(`${addresses.checkout}/orders`, json, secrets.checkoutSecret)
  const { paymentUrl }: { paymentUrl: string } = JSON.parse(await opened.text())
  await (await send(paymentUrl)).text()
  const created = await orderWith(({ attempts }) => attempts[0]?.live === true)
  const serviceOrderId = created.attempts[0]?.serviceOrderId ?? ''
  await (await send(`${addresses.sandbox}/control/orders/${serviceOrderId}/pay`, {})).text()
  await orderWith((read) => read.state === 'paid')
}

/** Requests a refund, and waits until its outcome is unknown. */
async function unknownRefund(refund: {
  readonly id: string
  readonly vnd: number
  readonly reason?: string
}): Promise<void> {
  const { addresses, secrets } = house
  const address = `${addresses.checkout}/orders/${order}/refunds`
  const asked = await send(address, refund, secrets.checkoutSecret)
  expect(asked.status).toBe(202)
  const isOpen = ({ timeline }: OrderView) =>
    timeline.some(
      ({ kind, facts }) =>
        kind === 'refund.unknown' &&
        facts['refund_id'] === refund.id &&
        facts['code'] === 4_090_801,
    )
  const read = await orderWith(isOpen)
  expect(refundIn(read, refund.id)).toMatchObject({
    state: 'refund_unknown',
    owed: { vnd: refund.vnd },
  })
}

it('is settled as not refunded by a verdict, and the other as refunded by the daily file', async () => {
  const { addresses, secrets } = house
  await paidOrder()
  await unknownRefund({ id: 'BY-PERSON', vnd: 40_000, reason: 'sandbox:taken-5000800' })
  const fault = { endpoint: 'refundOrder', fault: 'html', times: 1 }
  await (await send(`${addresses.sandbox}/control/faults`, fault)).text()
  await unknownRefund({ id: 'BY-FILE', vnd: 60_000 })

  const alerts = await send(
    `${addresses.checkout}/operator/alerts?state=open`,
    undefined,
    secrets.operatorToken,
  )
  const verdict = await send(
    `${addresses.checkout}/operator/orders/${order}/refunds/BY-PERSON/settle`,
    { result: 'not_refunded', reason: 'the wallet of the customer has nothing' },
    secrets.operatorToken,
  )

  expect(await alerts.json()).toMatchObject({
    alerts: [
      { kind: 'refund_unsettled', subject: 'BY-FILE' },
      { kind: 'refund_unsettled', subject: 'BY-PERSON' },
    ],
  })
  expect(await verdict.json()).toMatchObject({ refund: { state: 'refused' } })
  expect(await readOrder()).toMatchObject({ state: 'paid', refunded: { vnd: 60_000 } })

  const day = new Date(Date.now() + laterMs + 7 * 3_600_000).toISOString().slice(0, 10)
  await pass(untilTomorrow(Date.now() + laterMs))
  await (await send(`${addresses.sandbox}/control/day-close`, { date: day })).text()
  const partnerFile = `${addresses.checkout}/files/partner/${day}`
  await (await send(partnerFile, undefined, secrets.checkoutSecret)).text()
  await house.exchangeFiles()
  await house.sweep()

  const after = await readOrder()
  expect(after).toMatchObject({ state: 'part_refunded', refunded: { vnd: 60_000 } })
  expect(refundIn(after, 'BY-FILE')).toMatchObject({ state: 'refunded', owed: { vnd: 0 } })
  expect(refundIn(after, 'BY-PERSON')?.state).toBe('refused')
  expect(after.timeline.at(-1)).toMatchObject({
    kind: 'refund.settled',
    facts: { refund_id: 'BY-FILE', vnd: 60_000, known: 'daily file of the service' },
  })
})
