import type { Recipe, StepValue } from '../recipes/recipe.ts'

function topUp(recipe: Omit<Recipe, 'table'>): Recipe {
  return { ...recipe, table: 'top-up' }
}

function requestWith(
  code: number,
  how: string,
  fields: { readonly [name: string]: StepValue },
): Recipe {
  return topUp({ code, by: 'request', how, steps: [{ call: 'topUpPoints', fields }] })
}

function changed(code: number, how: string, change: StepValue): Recipe {
  return topUp({
    code,
    by: 'state',
    how,
    steps: [{ control: 'PATCH /control/members/M-0001', body: change }, { call: 'topUpPoints' }],
  })
}

const receipt = { name: 'An', address: '1 Trang Tien', email: 'an@example.com', tax_code: '0101' }

/** How to get each code of the top-up table, REST form. */
export const topUpRecipes: readonly Recipe[] = [
  topUp({
    code: 200,
    by: 'state',
    how: 'Give points to a member, and query the result.',
    steps: [{ call: 'topUpPoints' }, { call: 'queryTopUp' }],
  }),
  requestWith(4000001, 'Give fewer than 50 points or more than 20,000,000.', { point_amount: 49 }),
  requestWith(4000001, 'Send a txn_id that does not begin with store_code.', { txn_id: 'T-1' }),
  changed(4000306, 'Make the card of the member inactive, or choose 0900000005.', {
    cardStatus: 'I',
  }),
  topUp({
    code: 4000307,
    by: 'state',
    how: 'Send a txn_id twice, also if the first answer was lost or the first top-up failed.',
    steps: [{ call: 'topUpPoints' }, { call: 'topUpPoints' }],
  }),
  requestWith(4000315, 'Send a phone number that no member has.', { phone_number: '0911111111' }),
  changed(4000318, 'Put the member at risk, or choose 0900000007.', { isAtRisk: true }),
  changed(4000326, 'Make the account of the member inactive, or choose 0900000006.', {
    accountStatus: 'I',
  }),
  topUp({
    code: 4000326,
    by: 'state',
    how: 'Block the wallet of the member, or choose 0900000004.',
    steps: [
      { control: 'PATCH /control/wallets/U-AN', body: { status: 'blocked' } },
      { call: 'topUpPoints' },
    ],
  }),
  requestWith(4000328, 'Ask for a receipt for 20,000 points or more.', {
    point_amount: 20_000,
    send_receipt: true,
    receipt_info: receipt,
  }),
  topUp({
    code: 4010001,
    by: 'request',
    how: 'Sign a text that differs from the request.',
    steps: [{ call: 'topUpPoints', sign: { path: '/merchant-integration/v1/loyalty' } }],
  }),
  requestWith(4030302, 'Send a pos_code that the store does not have.', {
    pos_code: 'NO-SUCH-POS',
  }),
  topUp({
    code: 5000001,
    by: 'state',
    how: 'Give more points than the merchant has: the top-up is stored as ERROR, and its id cannot be used again.',
    steps: [
      { control: 'PUT /control/merchants/{merchantCode}/points', body: { points: 99 } },
      { call: 'topUpPoints' },
    ],
  }),
]
