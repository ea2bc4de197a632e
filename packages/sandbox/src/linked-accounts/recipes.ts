import type { Recipe, Step, StepValue } from '../recipes/recipe.ts'

function common(recipe: Omit<Recipe, 'table'>): Recipe {
  return { ...recipe, table: 'common' }
}

/** A wallet that is linked; its token is known. */
const linked: readonly Step[] = [
  { call: 'linkWallet' },
  { control: 'POST /control/links/{linkId}/confirm' },
  { call: 'checkWalletLink' },
]

/** A purchase whose money is held. */
const held: readonly Step[] = [
  ...linked,
  { call: 'createOnlineTransaction', fields: { holding_enabled: true } },
]

function buy(fields: { readonly [name: string]: StepValue }): Step {
  return { call: 'createOnlineTransaction', fields }
}

const invalid: readonly Recipe[] = [
  common({
    code: 4000001,
    by: 'state',
    how: 'Buy from a linked wallet with an invoice_no that is already used.',
    steps: [...linked, buy({}), buy({ transaction_reference_number: '{id:other}' })],
  }),
  common({
    code: 4000001,
    by: 'request',
    how: 'Buy from a linked wallet with an amount that differs from the bill.',
    steps: [...linked, buy({ bill_amount: '50001' })],
  }),
  common({
    code: 4000001,
    by: 'request',
    how: 'Confirm a purchase with a wrong one-time code while attempts remain.',
    steps: [
      ...linked,
      buy({ amount: '100001', bill_amount: '100001' }),
      { call: 'confirmOnlineTransaction', fields: { otp: '0000' } },
    ],
  }),
  common({
    code: 4000001,
    by: 'state',
    how: 'Capture a purchase whose money was already released.',
    steps: [
      ...held,
      { call: 'confirmOrder', fields: { order_status: 'FAIL' } },
      { call: 'confirmOrder' },
    ],
  }),
]

/**
 * How to get the refusals of linked accounts. The specification has no table for these calls, so
 * they use the common codes.
 */
export const linkedAccountRecipes: readonly Recipe[] = [
  ...invalid,
  common({
    code: 4010001,
    by: 'request',
    how: 'Sign another text for the body of a linked-account call; the journal says which one.',
    steps: [{ call: 'linkWallet', fields: { signature: 'bm90IGEgc2lnbmF0dXJl' } }],
  }),
  common({
    code: 4030001,
    by: 'state',
    how: 'Remove the right `linked-account` from the merchant.',
    steps: [
      { control: 'PATCH /control/merchants/{merchantCode}', body: { rights: ['transaction-qr'] } },
      { call: 'linkWallet' },
    ],
  }),
  common({
    code: 4040001,
    by: 'state',
    how: 'Buy with the token of a wallet that is no longer linked.',
    steps: [...linked, { call: 'unlinkWallet' }, buy({})],
  }),
  common({
    code: 4040001,
    by: 'state',
    how: 'Query a link that the customer has cancelled, or that has expired.',
    steps: [
      { call: 'linkWallet' },
      { control: 'POST /control/links/{linkId}/cancel' },
      { call: 'checkWalletLink' },
    ],
  }),
  common({
    code: 4040001,
    by: 'request',
    how: 'Settle a purchase under an invoice_no that was never used.',
    steps: [{ call: 'confirmOrder' }],
  }),
  common({
    code: 4040201,
    by: 'request',
    how: 'Buy from a linked wallet with a merchant_id or terminal_id that is not of this merchant.',
    steps: [...linked, buy({ merchant_id: 'OTHER-STORE-1' })],
  }),
]
