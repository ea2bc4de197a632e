import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorCommand, type Said } from './operator-command.ts'
import { freePorts } from '../places/ports.ts'
import { startHouse, type House } from '../start-house.ts'

const order = 'LARGE-1'
const storeCode = 'EDGE-STORE-2'
let house: House

/** Runs `merchant-edge` as an operator of the house. */
const operator = (...args: readonly string[]) => operatorCommand(house, args)

function inJson({ text }: Said): unknown {
  return JSON.parse(text)
}

async function send(address: string, json?: object): Promise<Response> {
  const headers = {
    authorization: `Bearer ${house.secrets.checkoutSecret}`,
    'content-type': 'application/json',
  }
  const body = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
  return fetch(address, { redirect: 'manual', headers, ...body })
}

/** The order once it is as expected; the time limit of the test bounds this. */
async function orderWith(pattern: RegExp): Promise<string> {
  for (;;) {
    const read = await (await send(`${house.addresses.checkout}/orders/${order}`)).text()
    if (pattern.test(read)) return read
    await house.sweep()
  }
}

async function paidOrder(): Promise<void> {
  const { checkout, sandbox } = house.addresses
  const opened = await send(`${checkout}/orders`, { id: order, amountVnd: 3_000_000, storeCode })
  const { paymentUrl }: { paymentUrl: string } = JSON.parse(await opened.text())
  await (await send(paymentUrl)).text()
  const created = await orderWith(/"live":true/)
  const [, serviceOrderId = ''] = /"serviceOrderId":"([^"]+)"/.exec(created) ?? []
  await (await send(`${sandbox}/control/orders/${serviceOrderId}/pay`, {})).text()
  await orderWith(/"state":"paid"/)
}

const because = ['--reason', 'damaged on the way']

beforeAll(async () => {
  house = await startHouse({ ports: await freePorts() })
  await paidOrder()
})
afterAll(() => house.stop())

describe('a refund above the limit of one operator', () => {
  it('is proposed, listed and shown, and waits for a second person', async () => {
    const none = await operator('proposals', 'list')
    const asked = await operator(
      'refunds',
      'create',
      order,
      '--refund',
      'R1',
      '--vnd',
      '2000000',
      ...because,
    )
    const listed = await operator('proposals', 'list', '--store', storeCode)
    const elsewhere = await operator('proposals', 'list', '--store', 'EDGE-STORE-1', '--json')
    const shown = await operator('proposals', 'show', 'R1', '--json')

    expect(none).toEqual({ code: 0, text: 'No refund was proposed.\n' })
    expect(asked.code).toBe(1)
    expect(asked.text).toContain('Another operator approves it at the desk, under /approvals/R1')
    expect(listed.code).toBe(0)
    expect(listed.text).toMatch(
      /^R1 +proposed +LARGE-1 +2000000 +0 +\S+ +\S+ +damaged on the way$/m,
    )
    expect(inJson(elsewhere)).toEqual({ proposals: [] })
    expect(inJson(shown)).toMatchObject({ id: 'R1', state: 'proposed', vnd: 2_000_000 })
  })

  it('cannot be approved by a command, or by a request with a token', async () => {
    const command = await operator('proposals', 'approve', 'R1', ...because)
    const { checkout } = house.addresses
    const request = await fetch(`${checkout}/operator/proposals/R1/approve`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${house.secrets.operatorToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ reason: 'seen the photos' }),
    })

    expect(command.code).toBe(2)
    expect(command.text).toContain('There is no command "proposals approve"')
    expect(request.status).toBe(404)
    expect(inJson(await operator('proposals', 'show', 'R1', '--json'))).toMatchObject({
      state: 'proposed',
    })
  })

  it('is withdrawn with the name of the token, and stays refused', async () => {
    const refused = await operator('proposals', 'refuse', 'R1', '--reason', 'asked for too much')
    const shown = await operator('proposals', 'show', 'R1')
    const again = await operator(
      'refunds',
      'create',
      order,
      '--refund',
      'R1',
      '--vnd',
      '2000000',
      ...because,
    )

    expect(refused).toEqual({
      code: 0,
      text: 'Refused; nothing of the refund R1 of LARGE-1 is returned.\n',
    })
    expect(shown.text).toMatch(/^R1 +refused +LARGE-1 .* asked for too much$/m)
    expect(again.code).toBe(1)
    expect(again.text).toContain('It was proposed, and refused; nothing was returned.')
    expect(await orderWith(/"state":"paid"/)).toContain('"refunds":[]')
  })
})

describe('takings', () => {
  it('of today are shown by hour, store and payment method', async () => {
    const shown = await operator('takings', 'show')
    const inStore = await operator('takings', 'show', '--store', storeCode, '--json')
    const elsewhere = await operator('takings', 'show', '--store', 'EDGE-STORE-1', '--json')

    expect(shown.code).toBe(0)
    expect(shown.text).toMatch(/^PAYMENTS +PAID VND /)
    expect(shown.text).toMatch(/^1 +3000000 +0 +0 +0 +0$/m)
    expect(shown.text).toMatch(/^\d\d:00 +1 +3000000 /m)
    expect(shown.text).toMatch(/^EDGE-STORE-2 +1 +3000000 /m)
    expect(shown.text).toMatch(/^web-payment +1 +3000000 /m)
    expect(inJson(inStore)).toMatchObject({ total: { payments: 1, paidVnd: 3_000_000 } })
    expect(inJson(elsewhere)).toMatchObject({ total: { payments: 0, paidVnd: 0 } })
  })

  it('of a time without payments are 0', async () => {
    const shown = await operator('takings', 'show', '--from', '2026-01-01', '--to', '2026-01-31')

    expect(shown).toMatchObject({ code: 0, text: expect.stringMatching(/^0 +0 +0 +0 +0 +0\n$/m) })
  })
})

describe('a transfer', () => {
  it('is shown with its timeline, and waits for a verdict once its outcome is unknown', async () => {
    const none = await operator('undecided', 'list')
    const transfer = { id: 'PRIZE-1', amountVnd: 20_000, receiverPhone: '0900000001' }
    await send(`${house.addresses.checkout}/transfers`, transfer)
    const shown = await operator('transfers', 'show', 'PRIZE-1')
    await house.ordersDatabase.exec("UPDATE transfers SET state = 'unknown' WHERE id = 'PRIZE-1'")
    const waiting = await operator('undecided', 'list')

    const text =
      'No payment, refund or transfer waits for a verdict. Differences of the daily files: merchant-edge differences list.\n'
    expect(none).toEqual({ code: 0, text })
    expect(shown.text).toMatch(/^\d+ +\S+ +transfer\.requested /m)
    expect(waiting.code).toBe(0)
    expect(waiting.text).toMatch(/ transfer +unknown +20000 +0 +transfers settle PRIZE-1$/m)
  })
})

describe('linked wallets', () => {
  it('and requests to link one are listed and shown with their calls', async () => {
    const asked = await send(`${house.addresses.checkout}/links`, { customerId: 'C-1' })
    const { link }: { link: { id: string } } = JSON.parse(await asked.text())
    const listed = await operator('links', 'list', '--customer', 'C-1', '--state', 'requested')
    const shown = await operator('links', 'show', link.id)
    const none = await operator('links', 'list', '--state', 'unlinked')

    expect(listed.text).toMatch(new RegExp(`^${link.id} +requested +C-1 `, 'm'))
    expect(shown.code).toBe(0)
    expect(shown.text).toMatch(/^linkWallet +/m)
    expect(none).toEqual({ code: 0, text: 'Nothing found.\n' })
  })
})
