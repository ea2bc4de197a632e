import { call, callAny, createClient, type Client, type FetchLike } from '@merchant-edge/client'
import { settle } from '@merchant-edge/client/settle'
import {
  createTqrOrder,
  orderGiftCodes,
  refundOrder,
  topUpPoints,
  transferMoney,
} from '@merchant-edge/contract'
import { startSandbox, type RunningSandbox } from '@merchant-edge/sandbox/node'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

// Goal: a request that the network delivers twice, so that only the second copy is answered, is never
// taken for one that had no effect. Method: the sandbox over real HTTP, behind a proxy that sends the
// first request of a call once more when its answer is lost, as proxies do over kept connections. The
// second copy has the nonce of the first, which the service refuses.

let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox({ tickMs: 0 })
})
afterAll(() => sandbox?.stop())
beforeEach(async () => {
  await sandbox.control.reset()
})

function clientOf(send: FetchLike): Client {
  const { url, keyCode, privateKeyPem } = sandbox
  return createClient({ baseUrl: url, keyCode, privateKey: privateKeyPem, fetch: send })
}

/** A client whose first request arrives twice; the answer to the first copy is lost. */
function twiceDelivered(): Client {
  let requests = 0
  return clientOf(async (url, init) => {
    requests += 1
    if (requests > 1) return fetch(url, init)
    await (await fetch(url, init)).arrayBuffer()
    return fetch(url, init)
  })
}

const store = () => ({ store_code: sandbox.storeCode, pos_code: sandbox.posCode })

async function paidReference(): Promise<string> {
  const reference = 'A-0001'
  const created = await call(clientOf(fetch), createTqrOrder, {
    ...store(),
    order_amount: 100_000,
    order_reference_id: reference,
    callback_url: 'http://localhost:1/ipn',
  })
  if (created.outcome !== 'accepted') throw new Error(`The order is ${created.outcome}.`)
  await sandbox.control.pay(created.data.order_id)
  return reference
}

describe('a request whose second copy alone is answered', () => {
  it('is known as a refund that may have been made, and its retry as one whose id is taken', async () => {
    const original = await paidReference()

    const answer = await call(twiceDelivered(), refundOrder, {
      order_reference_id: 'R-0001',
      original_order_reference_id: original,
      vnd_amount: 40_000,
    })

    expect(answer).toMatchObject({ reason: 'refund_id_exists', repeatedAfterUnknown: true })
    expect(answer).not.toHaveProperty('unclearStatus')
  })

  it('is a transfer that may have been made, and is not sent again', async () => {
    const balance = async () => (await sandbox.control.merchantAccounts())[0]?.vnd ?? 0
    const before = await balance()

    const answer = await call(twiceDelivered(), transferMoney, {
      amount: '250000',
      currency: 'VND',
      receiver_phone_number: '0900000002',
      merchant_account_id: 'EDGE-ACCOUNT-1',
      merchant_transaction_id: 'T-0001',
    })

    expect(answer).toMatchObject({ reason: 'nonce_reused', applied: 'maybe', attempts: 1 })
    expect(answer).not.toMatchObject({ kind: 'not_processed' })
    expect(before - (await balance())).toBe(250_000)
  })

  it.each([
    [topUpPoints, { phone_number: '0900000001', point_amount: 100, txn_id: 'EDGE-STORE-1-0001' }],
    [
      orderGiftCodes,
      { merchant_order_id: 'G-0001', order_info: [{ card_type: '50', quantity: 2 }] },
    ],
  ])('is found by a query: $name', async (endpoint, fields) => {
    const client = twiceDelivered()
    const request = { ...store(), ...fields }

    const answer = await callAny(client, endpoint, request)

    expect(answer).toMatchObject({
      outcome: 'refused',
      applied: 'maybe',
      repeatedAfterUnknown: true,
    })
    expect(await settle(client, endpoint, request)).toMatchObject({ outcome: 'applied' })
  })
})
