import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { AnyEndpoint } from './endpoint.ts'
import * as endpoints from './endpoints.ts'
import { examples } from './examples.ts'

// Goal: the registry says what the tables of Specification 4.2 to 4.11 say, call by call, field by field.
// Method: the tables stand here, copied by hand in the order of the specification. A star marks a field
// that the specification requires, or that a signature of 5.3 covers; a question mark one that it calls
// optional or gives a default; an exclamation mark one that it leaves unmarked and without which nobody could
// tell what is asked for (docs/gaps.md, "Fields that are required"). A field without a mark may be left
// out; a caret marks one for which others may stand.

const base = '/merchant-integration/v1'
const gateway = `POST ${base}/gateway`
const account = 'POST /oh-integration/account/v1'
const purchase = 'POST /oh-integration/transaction/purchase/v1'

interface SpecifiedCall {
  readonly name: string
  readonly section: string
  /** Method, path and, at the gateway, the value of X-API-Code. */
  readonly call: string
  readonly fields: string
}

const specified: readonly SpecifiedCall[] = [
  {
    name: 'createTqrOrder',
    section: '4.2',
    call: `POST ${base}/orders/tqr`,
    fields:
      'expired_in? callback_url description extra_data order_amount! order_currency? order_reference_id* pos_code service_type? store_code!',
  },
  {
    name: 'genTransactionQr',
    section: '4.2',
    call: `POST ${base}/qr/gen-transaction-qr`,
    fields:
      'callback_url description extra_data order_amount! order_currency? order_reference_id? pos_code service_type? store_code!',
  },
  {
    name: 'createTransactionOrder',
    section: '4.2',
    call: `POST ${base}/qr/create-transaction-order`,
    fields:
      'extra_data order_reference_id order_currency store_code! description callback_url pos_code order_amount! service_type? user_id',
  },
  {
    name: 'queryOrder',
    section: '4.2',
    call: `GET ${base}/qr/query/{order_id}`,
    fields: 'order_id*',
  },
  {
    name: 'queryOrderV2',
    section: '4.2',
    call: 'GET /merchant-integration/v2/qr/query/{order_id}',
    fields: 'order_id*',
  },
  {
    name: 'createWebPayment',
    section: '4.3',
    call: `POST ${base}/orders/web-payment`,
    fields:
      'callback_url redirect_url expired_in? description extra_data order_amount! order_currency order_reference_id pos_code service_type store_code!',
  },
  {
    name: 'transferMoney',
    section: '4.4',
    call: `POST ${base}/money-transfer/b2c`,
    fields:
      'amount! currency? description receiver_phone_number! merchant_account_id! merchant_transaction_id!',
  },
  {
    name: 'refundOrder',
    section: '4.5',
    call: `POST ${base}/orders/refund`,
    fields:
      'order_reference_id! original_order_reference_id! description merchant_user_id merchant_user_name vnd_amount point_amount',
  },
  {
    name: 'getMembership',
    section: '4.6',
    call: `GET ${base}/loyalty/membership`,
    fields: 'id_type! identity! business_code! program_code!',
  },
  {
    name: 'queryGiftCodeStock',
    section: '4.7',
    call: `POST ${base}/loyalty/gift-code/quantity`,
    fields: 'store_code! pos_code! card_type',
  },
  {
    name: 'orderGiftCodes',
    section: '4.7',
    call: `POST ${base}/loyalty/gift-code/orders`,
    fields: 'store_code! pos_code! merchant_order_id! order_info! extra_data',
  },
  {
    name: 'checkGiftCode',
    section: '4.7',
    call: `POST ${base}/loyalty/gift-code/check`,
    fields: 'store_code! pos_code! serial!',
  },
  {
    name: 'queryGiftCodeOrder',
    section: '4.7',
    call: `GET ${base}/loyalty/gift-code/orders`,
    fields: 'merchant_order_id! store_code! pos_code!',
  },
  {
    name: 'getTopUpMember',
    section: '4.8',
    call: `GET ${base}/loyalty/topup/member`,
    fields: 'phone_number! store_code! pos_code!',
  },
  {
    name: 'topUpPoints',
    section: '4.8',
    call: `POST ${base}/loyalty/topup`,
    fields:
      'phone_number! store_code! pos_code! point_amount! order_id txn_id! send_receipt receipt_info',
  },
  {
    name: 'queryTopUp',
    section: '4.8',
    call: `GET ${base}/loyalty/topup/status`,
    fields: 'txn_id! store_code! pos_code!',
  },
  {
    name: 'gatewayGetMember',
    section: '4.9',
    call: `${gateway} mi_v1_loyalty_member_info`,
    fields: 'X-Merchant-ID* X-Terminal-ID* phone_no* card_no?',
  },
  {
    name: 'gatewayTopUpPoints',
    section: '4.9',
    call: `${gateway} mi_v1_loyalty_transaction_topup`,
    fields:
      'X-Merchant-ID* X-Terminal-ID* phone_no^ point_amount* invoice_no* send_receipt* receipt_info send_sms? id_type? id?',
  },
  {
    name: 'gatewayQueryTopUp',
    section: '4.9',
    call: `${gateway} mi_v1_loyalty_transaction_detail`,
    fields: 'X-Merchant-ID* X-Terminal-ID* invoice_no*',
  },
  {
    name: 'gatewayQueryGiftCodeStock',
    section: '4.9',
    call: `${gateway} mi_v1_loyalty_giftcode_quantity`,
    fields: 'merchant_id* terminal_id* card_type? merchant_code*',
  },
  {
    name: 'gatewayOrderGiftCodes',
    section: '4.9',
    call: `${gateway} mi_v1_loyalty_giftcode_orders`,
    fields: 'merchant_id* terminal_id* order_id* order_info* merchant_code*',
  },
  {
    name: 'gatewayCheckGiftCode',
    section: '4.9',
    call: `${gateway} mi_v1_loyalty_giftcode_status`,
    fields: 'merchant_id* terminal_id* serial* merchant_code*',
  },
  {
    name: 'gatewayQueryGiftCodeOrder',
    section: '4.9',
    call: `${gateway} mi_v1_loyalty_giftcode_detail`,
    fields: 'merchant_code* merchant_id* terminal_id* order_id*',
  },
  {
    name: 'verifyVoucher',
    section: '4.10',
    call: `POST ${base}/e-voucher/verify`,
    fields: 'store_code* pos_code* serial_number* order_info* merchant_staff_id* extra_data?',
  },
  {
    name: 'markVoucherUsed',
    section: '4.10',
    call: `POST ${base}/e-voucher/mark-used`,
    fields:
      'store_code* pos_code* serial_number* redeem_ref_id* merchant_staff_id* extra_data? merchant_code* merchant_voucher_code* merchant_reference_id*',
  },
  {
    name: 'revokeVouchers',
    section: '4.10',
    call: `POST ${base}/e-voucher/refund`,
    fields: 'serials*',
  },
  {
    name: 'linkWallet',
    section: '4.11',
    call: `${account}/link-wallet`,
    fields: 'signature callback_url* partner_type? partner_code* partner_user_id*',
  },
  {
    name: 'checkWalletLink',
    section: '4.11',
    call: `${account}/check-status-link-wallet`,
    fields: 'signature partner_code* link_reference_id!',
  },
  {
    name: 'createOnlineTransaction',
    section: '4.11',
    call: `${purchase}/online-transactions`,
    fields:
      'signature holding_enabled invoice_no* currency amount* payment_request_list bill_amount* order_created_at* transaction_reference_number! description terminal_id* merchant_id* merchant_code* partner_code! user_token*',
  },
  {
    name: 'confirmOnlineTransaction',
    section: '4.11',
    call: `${purchase}/online-transactions-confirm`,
    fields:
      'signature otp! transaction_reference_number* transaction_id* partner_code! user_token*',
  },
  {
    name: 'confirmOrder',
    section: '4.11',
    call: `${purchase}/confirmOrder`,
    fields: 'signature order_status* partner_code* invoice_no*',
  },
  {
    name: 'unlinkWallet',
    section: '4.11',
    call: `${account}/unlink-wallet`,
    fields: 'signature partner_code* user_token*',
  },
]

const registry: readonly AnyEndpoint[] = Object.values(endpoints)
const exampleOf = new Map<string, object>(Object.entries(examples))

function callOf({ method, path, apiCode }: AnyEndpoint): string {
  return apiCode === undefined ? `${method} ${path}` : `${method} ${path} ${apiCode}`
}

function endpointOf(name: string): AnyEndpoint {
  const endpoint = registry.find((candidate) => candidate.name === name)
  if (endpoint === undefined) throw new Error(`the registry has no ${name}`)
  return endpoint
}

/** Names of the fields that are sent, in the order in which they are written. */
function sentFields({ request, bodySignature }: AnyEndpoint): string[] {
  const shape = v.parse(v.looseObject({ entries: v.record(v.string(), v.unknown()) }), request)
  const unsent: readonly string[] = bodySignature?.unsent ?? []
  const sent = Object.keys(shape.entries).filter((field) => !unsent.includes(field))
  return bodySignature === undefined ? sent : ['signature', ...sent]
}

function exampleWithout(name: string, field: string): object {
  const fields = Object.entries(exampleOf.get(name) ?? {})
  return Object.fromEntries(fields.filter(([key]) => key !== field))
}

/** The fields of a row that carry a mark. */
const marked = (mark: '*' | '?' | '!') =>
  specified.flatMap(({ name, fields }) =>
    fields
      .split(' ')
      .filter((field) => field.endsWith(mark))
      .map((field) => ({ name, field: field.slice(0, -1) })),
  )

/** The fields of a row without a mark; `signature` is made by the client. */
const unmarked = () =>
  specified.flatMap(({ name, fields }) =>
    fields
      .split(' ')
      .filter((field) => /\w$/.test(field) && field !== 'signature')
      .map((field) => ({ name, field })),
  )

// Specification: 1.9, 9.1, every call
it('holds every call of sections 4.2 to 4.11 and no other', () => {
  const calls = registry.map((endpoint) => `${endpoint.name}: ${callOf(endpoint)}`)

  expect(calls.sort()).toEqual(specified.map(({ name, call }) => `${name}: ${call}`).sort())
})

describe.each(specified)('$name', ({ name, section, fields }) => {
  it('has the fields of its table, in their order, and no other', () => {
    const endpoint = endpointOf(name)

    expect(sentFields(endpoint)).toEqual(
      fields.split(' ').map((field) => field.replace(/[*?!^]$/, '')),
    )
  })

  it('cites the section that describes it', () => {
    expect(endpointOf(name).section).toBe(section)
  })
})

it.each(marked('*'))('requires $field in $name', ({ name, field }) => {
  expect(exampleOf.get(name)).toHaveProperty([field])
  expect(v.is(endpointOf(name).request, exampleWithout(name, field))).toBe(false)
})

it.each(marked('!'))(
  'requires $field in $name, which has no default (G-136)',
  ({ name, field }) => {
    expect(exampleOf.get(name)).toHaveProperty([field])
    expect(v.is(endpointOf(name).request, exampleWithout(name, field))).toBe(false)
  },
)

it('accepts a top-up over the gateway with id and id_type instead of phone_no (G-19)', () => {
  const takes = (fields: object) =>
    v.is(endpoints.gatewayTopUpPoints.request, {
      ...exampleWithout('gatewayTopUpPoints', 'phone_no'),
      ...fields,
    })

  expect(takes({ id_type: 'CARD', id: 'C-1' })).toBe(true)
  expect(takes({ id: 'C-1' })).toBe(false)
  expect(takes({})).toBe(false)
})

it.each(unmarked())(
  'accepts $name without $field, which the specification does not mark as required',
  (row) => {
    expect(v.is(endpointOf(row.name).request, exampleWithout(row.name, row.field))).toBe(true)
  },
)

it.each(marked('?'))('accepts $name without $field', ({ name, field }) => {
  expect(v.is(endpointOf(name).request, exampleWithout(name, field))).toBe(true)
})

it('sends X-Merchant-ID and X-Terminal-ID as headers, in the three calls that have them (G-03)', () => {
  const withHeaders = registry
    .filter(({ headerFields }) => headerFields !== undefined)
    .map(({ name, headerFields }) => [name, headerFields])

  expect(Object.fromEntries(withHeaders)).toEqual({
    gatewayGetMember: ['X-Merchant-ID', 'X-Terminal-ID'],
    gatewayTopUpPoints: ['X-Merchant-ID', 'X-Terminal-ID'],
    gatewayQueryTopUp: ['X-Merchant-ID', 'X-Terminal-ID'],
  })
})

it('signs inside the body in the six calls of the linked account, and nowhere else', () => {
  const signing = registry.filter(({ bodySignature }) => bodySignature !== undefined)

  expect(signing.map(({ name }) => name).sort()).toEqual([
    'checkWalletLink',
    'confirmOnlineTransaction',
    'confirmOrder',
    'createOnlineTransaction',
    'linkWallet',
    'unlinkWallet',
  ])
})

it('signs the fields that check-status-link-wallet does not send (G-05), and no other unsent field', () => {
  const unsent = registry.flatMap(({ name, bodySignature }) =>
    (bodySignature?.unsent ?? []).map((field) => `${name}.${field}`),
  )

  expect(unsent.sort()).toEqual(['checkWalletLink.callback_url', 'checkWalletLink.partner_user_id'])
})
