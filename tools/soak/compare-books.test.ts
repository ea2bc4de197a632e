import type { OrderEvent } from '@merchant-edge/orders/webhook'
import { describe, expect, it } from 'vitest'
import type { ReceivedEvent } from '../tour/merchant-backend.ts'
import { compareBooks, type Books, type Findings } from './compare-books.ts'
import type { MerchantBooks, ServiceBooks } from './stored-books.ts'

const amounts = { vnd: 50_000, points: 2 }

/** The webhook of an order, as far as the comparison reads it. */
function told(id: string, type: 'order.paid' | 'order.refunded', state: string): ReceivedEvent {
  const event: unknown = { type, data: { order: { id: 'O1', state } } }
  return { id, event: event as OrderEvent }
}

const merchant: MerchantBooks = {
  orders: [
    { id: 'O1', state: 'part_refunded', paidTransactionId: 'T1', paidVnd: 50_000, paidPoints: 2 },
  ],
  attempts: [
    { reference: 'A1', orderId: 'O1', state: 'paid' },
    { reference: 'A2', orderId: 'O1', state: 'paid' },
  ],
  disputed: [{ orderId: 'O1', transactionId: 'T2', state: 'returned', ...amounts }],
  refunds: [
    { id: 'R1', orderId: 'O1', state: 'refunded', vnd: 1_000, points: 0 },
    { id: 'elsewhere:W1', orderId: 'O1', state: 'refunded', vnd: 500, points: 1 },
  ],
  transfers: [{ id: 'M1', reference: 'X1', state: 'succeeded', vnd: 9_000, points: 0 }],
  events: [
    { key: 'E1', state: 'done', orderId: 'O1' },
    { key: 'E2', state: 'done', orderId: 'O1' },
  ],
  alerts: [],
  calledBack: new Set(['O1']),
}

const service: ServiceBooks = {
  payments: [{ reference: 'A1', transactionId: 'T1', ...amounts }],
  purchases: [{ reference: 'A2', transactionId: 'T2', status: 'SUCCESS', ...amounts }],
  refunds: [{ id: 'R1', vnd: 1_000, points: 0 }],
  siteRefunds: [
    { reference: 'A2', vnd: 500, points: 0 },
    { reference: 'A2', vnd: 0, points: 1 },
  ],
  transfers: [{ id: 'X1', transactionId: 'T3', vnd: 9_000, points: 0 }],
  loyalty: [{ id: 'L1' }],
  callbacks: [{ orderReferenceId: 'A1', kind: 'callback', httpStatus: 200 }],
}

const loyalty: Books['loyalty'] = [
  { call: 'topUpPoints', id: 'L1', request: {}, status: 200, done: '{}', differs: false },
  { call: 'orderGiftCodes', id: 'L2', request: {}, status: 422, done: undefined, differs: false },
]

const events = [told('E1', 'order.paid', 'paid'), told('E2', 'order.refunded', 'part_refunded')]

interface Changed {
  readonly merchant?: Partial<MerchantBooks>
  readonly service?: Partial<ServiceBooks>
  readonly events?: Books['events']
  readonly loyalty?: Books['loyalty']
}

function findings(changed: Changed): Findings {
  return compareBooks({
    merchant: { ...merchant, ...changed.merchant },
    service: { ...service, ...changed.service },
    events: changed.events ?? events,
    loyalty: changed.loyalty ?? loyalty,
  })
}

/** The first of the rows, with other values. */
function first<Row>(rows: readonly Row[], other: Partial<Row>): readonly Row[] {
  return rows.map((row, index) => (index === 0 ? { ...row, ...other } : row))
}

describe('compareBooks', () => {
  it('finds nothing in books that agree', () => {
    expect(findings({})).toEqual({ untrue: [], open: [] })
  })

  it.each<[string, Changed, string]>([
    [
      'a payment that is not booked',
      { merchant: { disputed: [] } },
      'payment T2 of O1 (part_refunded) is not booked',
    ],
    [
      'a payment that was never made',
      { service: { payments: [] } },
      'payment T1 of O1 is booked and was never made',
    ],
    [
      'other amounts of a payment',
      { merchant: { orders: first(merchant.orders, { paidVnd: 49_000 }) } },
      'order O1 is booked with 49000 VND and 2 points, paid with 50000 VND and 2 points',
    ],
    [
      'held money of a payment that has ended',
      { service: { purchases: first(service.purchases, { reference: 'A1', status: 'HOLDING' }) } },
      'payment A1 of O1 is paid, and its money is held',
    ],
    [
      'a refund that nobody has booked',
      { merchant: { refunds: [] } },
      'refund R1 was made and is not booked',
    ],
    [
      'a refund that was never made',
      { service: { refunds: [] } },
      'refund R1 is refunded and was never made',
    ],
    [
      'a refund that is recorded as refused and was made',
      { merchant: { refunds: first(merchant.refunds, { state: 'refused', vnd: 0 }) } },
      'refund R1 is booked as refused and was made: 1000 VND and 0 points',
    ],
    [
      'other amounts of a refund',
      { service: { refunds: first(service.refunds, { points: 1 }) } },
      'refund R1 is booked with 1000 VND and 0 points, made with 1000 VND and 1 points',
    ],
    [
      'a refund that was made twice',
      { service: { refunds: [...service.refunds, ...service.refunds] } },
      'refund R1 was made 2 times',
    ],
    [
      'a refund on the merchant site that is not booked',
      { merchant: { refunds: merchant.refunds.slice(0, 1) } },
      'refunds of O1 on the merchant site are 500 VND and 1 points, booked are 0 VND and 0 points',
    ],
    [
      'a refund on the merchant site that was never made',
      { service: { siteRefunds: [] } },
      'refunds of O1 on the merchant site are 0 VND and 0 points, booked are 500 VND and 1 points',
    ],
    [
      'a transfer that was never made',
      { service: { transfers: [] } },
      'transfer X1 is succeeded and was never made',
    ],
    [
      'points that were given twice',
      { service: { loyalty: [{ id: 'L1' }, { id: 'L1' }] } },
      'topUpPoints L1 was answered with 200 and was done 2 times',
    ],
    [
      'gift codes that were sold although the call was refused',
      { service: { loyalty: [{ id: 'L1' }, { id: 'L2' }] } },
      'orderGiftCodes L2 was answered with 422 and was done 1 times',
    ],
    [
      'other gift codes for the same call',
      { loyalty: first(loyalty, { call: 'orderGiftCodes', differs: true }) },
      'orderGiftCodes L1 was answered differently when it was repeated',
    ],
    [
      'a callback that was acknowledged and is not stored',
      { merchant: { calledBack: new Set() } },
      'a callback of O1 was answered with 200 and is not stored',
    ],
    [
      'a forged callback that was acknowledged',
      { service: { callbacks: first(service.callbacks, { kind: 'forged' }) } },
      'a forged callback of O1 was answered with 200',
    ],
    [
      'an event that never arrived',
      { merchant: { events: [...merchant.events, { key: 'E3', state: 'done', orderId: 'O1' }] } },
      'event E3 is recorded as delivered and never arrived',
    ],
    [
      'an event that is not delivered',
      { merchant: { events: first(merchant.events, { state: 'dead' }) } },
      'event E1 of O1 is dead',
    ],
    [
      'an order that was told as paid twice',
      { events: [told('E0', 'order.paid', 'paid'), ...events] },
      'the shop heard 2 times that O1 is paid',
    ],
    [
      'an order that was never told as paid',
      { events: events.slice(1), merchant: { events: merchant.events.slice(1) } },
      'the shop never heard that O1 is paid',
    ],
    [
      'an order whose last event tells another state',
      { events: events.toReversed() },
      'the shop heard last that O1 is paid; it is part_refunded',
    ],
  ])('finds %s', (_what, changed, untrue) => {
    expect(findings(changed).untrue).toContain(untrue)
  })

  it.each<[string, Changed, string]>([
    [
      'an order',
      { merchant: { orders: first(merchant.orders, { state: 'paid_unverified' }) } },
      'order O1 is paid_unverified',
    ],
    [
      'a payment',
      { merchant: { attempts: first(merchant.attempts, { state: 'payment_unknown' }) } },
      'payment A1 of O1 is payment_unknown',
    ],
    [
      'a refund',
      { merchant: { refunds: first(merchant.refunds, { state: 'refund_unknown' }) } },
      'refund R1 is refund_unknown',
    ],
    [
      'a transfer',
      { merchant: { transfers: first(merchant.transfers, { state: 'unknown' }) } },
      'transfer X1 is unknown',
    ],
    [
      'a loyalty call',
      { loyalty: first(loyalty, { status: 202 }) },
      'topUpPoints L1 was answered with 202',
    ],
  ])('lists %s whose outcome is open', (_what, changed, open) => {
    const found = findings(changed)

    expect(found.open).toContain(open)
  })
})
