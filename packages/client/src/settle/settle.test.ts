import {
  gatewayOrderGiftCodes,
  gatewayTopUpPoints,
  getMembership,
  orderGiftCodes,
  topUpPoints,
  transferMoney,
} from '@merchant-edge/contract'
import { examples } from '@merchant-edge/contract/examples'
import { describe, expect, it } from 'vitest'
import { merchant } from '../../test/merchant.ts'
import { answers, breaks, scriptedPeer, type Step } from '../../test/scripted-peer.ts'
import { createClient } from '../client.ts'
import { settlePayment } from './settle-payment.ts'
import { settle } from './settle.ts'

async function against(...steps: Step[]) {
  const peer = scriptedPeer(...steps)
  return { peer, client: createClient(await merchant({ fetch: peer.fetch })) }
}

const codes = { order_info: [{ card_type: '50', cards: [{ code: 'C-1', serial: 'S-1' }] }] }
const order = { order_id: '20260302T1', order_amount: 1, vnd_amount: 1, transaction_id: 'TX-1' }

describe('settle', () => {
  it.each([
    ['a top-up', topUpPoints, answers(200, { type: 'TXN_EARN', status: 'SUCCESS' }), 'applied'],
    ['a top-up', topUpPoints, answers(200, { type: 'TXN_EARN', status: 'ERROR' }), 'not-applied'],
    ['a top-up', topUpPoints, answers(200, { type: 'TXN_EARN', status: 'S' }), 'unknown'],
    ['points spent', topUpPoints, answers(200, { type: 'TXN_BURN', status: 'SUCCESS' }), 'unknown'],
    ['points spent', topUpPoints, answers(200, { type: 'TXN_BURN', status: 'ERROR' }), 'unknown'],
    ['a return', topUpPoints, answers(200, { type: 'TXN_REFUND', status: 'SUCCESS' }), 'unknown'],
    ['a sale', topUpPoints, answers(200, { type: 'TXN_SALE', status: 'SUCCESS' }), 'applied'],
    ['a top-up', topUpPoints, answers(200, null), 'unknown'],
    ['a top-up', topUpPoints, answers(4040001), 'unknown'],
    ['a top-up', topUpPoints, answers(1234567), 'unknown'],
    ['over the gateway', gatewayTopUpPoints, answers(200, { type: 'E', status: 'S' }), 'applied'],
    [
      'over the gateway',
      gatewayTopUpPoints,
      answers(200, { type: 'E', status: 'E' }),
      'not-applied',
    ],
    ['over the gateway', gatewayTopUpPoints, answers(5000), 'unknown'],
    ['gift codes', orderGiftCodes, answers(200, codes), 'applied'],
    ['gift codes', orderGiftCodes, answers(4040001), 'unknown'],
    ['gift codes', gatewayOrderGiftCodes, answers(200, codes), 'applied'],
    ['gift codes', gatewayOrderGiftCodes, answers(403100), 'unknown'],
    [
      'gift codes of another order',
      orderGiftCodes,
      answers(200, { ...codes, merchant_order_id: 'ANOTHER' }),
      'unknown',
    ],
    [
      'gift codes of another order',
      gatewayOrderGiftCodes,
      answers(200, { ...codes, merchant_order_id: 'ANOTHER' }),
      'unknown',
    ],
  ] as const)('settles %s (%o) by a query', async (_about, endpoint, step, outcome) => {
    const { client, peer } = await against(step, step, step)

    const settlement = await settle(client, endpoint, examples[endpoint.name as 'topUpPoints'])

    expect(settlement.outcome).toBe(outcome)
    expect(peer.requests.length).toBeGreaterThan(0)
  })

  it('queries the id of the request', async () => {
    const { client, peer } = await against(answers(200, null))

    await settle(client, topUpPoints, examples.topUpPoints)

    expect(peer.requests[0]?.url).toContain('/topup/status?txn_id=EDGE-STORE-1-0001&')
  })

  it('names who can tell the outcome of a transfer, without a query', async () => {
    const { client, peer } = await against()

    const settlement = await settle(client, transferMoney, examples.transferMoney)

    expect(settlement).toEqual({
      outcome: 'unknown',
      remedy: 'The daily file or support can tell; no query can.',
    })
    expect(peer.requests).toEqual([])
  })

  it('never takes the absence of an id as proof', async () => {
    const { client } = await against(answers(4040001))

    const settlement = await settle(client, orderGiftCodes, examples.orderGiftCodes)

    expect(settlement).toMatchObject({ outcome: 'unknown' })
    expect(settlement).toHaveProperty('remedy', expect.stringContaining('same merchant_order_id'))
  })

  it('leaves a read unknown, because it has nothing to settle', async () => {
    const { client } = await against()

    const settlement = await settle(client, getMembership, examples.getMembership)

    expect(settlement.outcome).toBe('unknown')
  })

  it('names the invalid field of a request, not its value', async () => {
    const { client, peer } = await against()
    const request = { ...examples.topUpPoints, point_amount: 'SECRET' }

    const error = await settle(client, topUpPoints, request).catch((e: unknown) => e)

    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toContain('topUpPoints: point_amount must be')
    expect(String(error)).not.toContain('SECRET')
    expect(peer.requests).toEqual([])
  })

  it('throws when the query gets no answer', async () => {
    const { client } = await against(breaks, breaks, breaks)

    await expect(settle(client, topUpPoints, examples.topUpPoints)).rejects.toMatchObject({
      code: 'ERR_NETWORK',
    })
  })
})

describe('settlePayment', () => {
  it.each([
    ['SUCCESS', 'applied'],
    ['INIT', 'unknown'],
    ['FAIL', 'unknown'],
    ['success', 'unknown'],
  ])('reads %s as %s', async (pay_status, outcome) => {
    const { client } = await against(answers(200, { ...order, pay_status }))

    const settlement = await settlePayment(client, '20260302T1')

    expect(settlement.outcome).toBe(outcome)
  })

  it.each([
    ['names another order', { order_id: '20260302T2' }, 'another order'],
    ['names no transaction', { transaction_id: '' }, 'names no transaction'],
    ['has null for the transaction', { transaction_id: null }, 'names no transaction'],
  ])('does not accept the SUCCESS of a payment that %s', async (_what, change, why) => {
    const { client } = await against(answers(200, { ...order, ...change, pay_status: 'SUCCESS' }))

    const settlement = await settlePayment(client, '20260302T1')

    expect(settlement).toEqual({ outcome: 'unknown', remedy: expect.stringContaining(why) })
  })
})
