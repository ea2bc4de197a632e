import type { Recipe, StepValue } from '../recipes/recipe.ts'

function topUp(recipe: Omit<Recipe, 'table'>): Recipe {
  return { ...recipe, table: 'gateway-top-up' }
}

function requestWith(
  code: number,
  how: string,
  fields: { readonly [name: string]: StepValue },
): Recipe {
  return topUp({ code, by: 'request', how, steps: [{ call: 'gatewayTopUpPoints', fields }] })
}

function changed(code: number, how: string, change: StepValue): Recipe {
  return topUp({
    code,
    by: 'state',
    how,
    steps: [
      { control: 'PATCH /control/members/M-0001', body: change },
      { call: 'gatewayTopUpPoints' },
    ],
  })
}

function limited(code: number, how: string, limit: StepValue): Recipe {
  return topUp({
    code,
    by: 'state',
    how,
    steps: [
      { control: 'PUT /control/rules', body: { topUp: limit } },
      { call: 'gatewayTopUpPoints' },
    ],
  })
}

const receipt = { name: 'An', address: '1 Trang Tien', email: 'an@example.com', tax_code: '0101' }

/** How to get each code of the gateway table for top-ups. */
export const gatewayTopUpRecipes: readonly Recipe[] = [
  topUp({
    code: 200,
    by: 'state',
    how: 'Give points to a member, and query the result.',
    steps: [{ call: 'gatewayTopUpPoints' }, { call: 'gatewayQueryTopUp' }],
  }),
  requestWith(4000, 'Give fewer than 50 points or more than 20,000,000.', { point_amount: 49 }),
  requestWith(403100, 'Leave X-Merchant-ID or X-Terminal-ID out.', { 'X-Terminal-ID': null }),
  topUp({
    code: 5000,
    by: 'magic value',
    how: 'Start X-Request-ID with `sandbox:5000`; `sandbox:5000-after` gives the points first.',
    steps: [{ call: 'gatewayTopUpPoints', headers: { 'X-Request-ID': 'sandbox:5000' } }],
  }),
  topUp({
    code: 4000001,
    by: 'request',
    how: 'Send an X-Request-ID of more than 255 characters.',
    steps: [{ call: 'gatewayTopUpPoints', headers: { 'X-Request-ID': 'r'.repeat(256) } }],
  }),
  changed(4000306, 'Make the card of the member inactive, or choose 0900000005.', {
    cardStatus: 'I',
  }),
  topUp({
    code: 4000307,
    by: 'state',
    how: 'Send an invoice_no twice; the ids are shared with txn_id of the REST form.',
    steps: [{ call: 'topUpPoints' }, { call: 'gatewayTopUpPoints' }],
  }),
  requestWith(4000315, 'Send a phone_no that no member has, or an id of another member.', {
    id_type: 'USER_ID',
    id: 'U-BINH',
  }),
  changed(4000318, 'Put the member at risk, or choose 0900000007.', { isAtRisk: true }),
  changed(4000326, 'Make the account of the member inactive or blocked, or choose 0900000006.', {
    accountStatus: 'B',
  }),
  requestWith(4000328, 'Ask for a receipt for 20,000 points or more.', {
    point_amount: 20_000,
    send_receipt: true,
    receipt_info: receipt,
  }),
  requestWith(4030302, 'Send an X-Merchant-ID or X-Terminal-ID that is not of this merchant.', {
    'X-Merchant-ID': 'NO-SUCH-STORE',
  }),
  topUp({
    code: 500400,
    by: 'state',
    how: 'Give more points than the merchant has.',
    steps: [
      { control: 'PUT /control/merchants/{merchantCode}/points', body: { points: 99 } },
      { call: 'gatewayTopUpPoints' },
    ],
  }),
  limited(600400, 'Close the campaign (`isCampaignOpen`), or give more than `campaignPoints`.', {
    isCampaignOpen: false,
  }),
  limited(600500, 'Give a member more than `memberDayPoints` in a day.', { memberDayPoints: 99 }),
  limited(600600, 'Give more than `transactionPoints` at once.', { transactionPoints: 99 }),
]
