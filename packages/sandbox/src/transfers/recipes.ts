import type { Recipe, StepValue } from '../recipes/recipe.ts'

function transfer(recipe: Omit<Recipe, 'table'>): Recipe {
  return { ...recipe, table: 'transfer' }
}

/** A transfer that is refused because of its fields. */
function requestWith(
  code: number,
  how: string,
  fields: { readonly [name: string]: StepValue },
): Recipe {
  return transfer({ code, by: 'request', how, steps: [{ call: 'transferMoney', fields }] })
}

/** A transfer that is refused for the state of the account. */
function fromAccount(code: number, how: string, change: StepValue): Recipe {
  return transfer({
    code,
    by: 'state',
    how,
    steps: [
      { control: 'PATCH /control/merchant-accounts/EDGE-ACCOUNT-1', body: change },
      { call: 'transferMoney' },
    ],
  })
}

/** How to get each code of the money transfer table. */
export const transferRecipes: readonly Recipe[] = [
  transfer({
    code: 200,
    by: 'state',
    how: 'Transfer money to a customer.',
    steps: [{ call: 'transferMoney' }],
  }),
  requestWith(4000001, 'Send an amount that is not whole VND in digits.', { amount: '10000.5' }),
  transfer({
    code: 4000502,
    by: 'state',
    how: 'Send a merchant_transaction_id twice, also if the first answer was lost.',
    steps: [{ call: 'transferMoney' }, { call: 'transferMoney' }],
  }),
  requestWith(
    4000502,
    'Send a merchant_transaction_id of more than 35 characters, or with a line break.',
    {
      merchant_transaction_id: 'not\nan id',
    },
  ),
  fromAccount(4000505, 'Let the wallet core suspend the merchant.', { status: 'suspended' }),
  requestWith(4000506, 'Name a receiver_phone_number that nobody has.', {
    receiver_phone_number: '0911111111',
  }),
  requestWith(4000507, 'Name a receiver whose wallet is blocked.', {
    receiver_phone_number: '0900000004',
  }),
  transfer({
    code: 4000508,
    by: 'state',
    how: 'Name a receiver who is not identified.',
    steps: [
      { control: 'PATCH /control/wallets/U-BINH', body: { tier: 'unverified' } },
      { call: 'transferMoney' },
    ],
  }),
  requestWith(4000513, 'Send `currency` with another value than VND.', { currency: 'USD' }),
  fromAccount(4000514, 'Transfer more than the account holds.', { vnd: 49_999 }),
  requestWith(4000515, 'Transfer less than `minTransferVnd` of the rules.', { amount: '9999' }),
  requestWith(4000516, 'Transfer more than `maxTransferVnd` of the rules.', { amount: '20000001' }),
  fromAccount(4000517, 'Block or close the account.', { status: 'unavailable' }),
  requestWith(4000518, 'Name a merchant_account_id that the merchant does not have.', {
    merchant_account_id: 'OTHER-ACCOUNT-1',
  }),
  fromAccount(4000518, 'Leave the data of the account incomplete.', { status: 'incomplete' }),
  transfer({
    code: 5000001,
    by: 'magic value',
    how: 'Start the description of the transfer with `sandbox:5000001`; with `-after` the money is transferred first.',
    steps: [{ call: 'transferMoney', fields: { description: 'sandbox:5000001-after' } }],
  }),
  transfer({
    code: 5000101,
    by: 'magic value',
    how: 'Start the description of the transfer with `sandbox:5000101`; with `-after` the money is transferred first.',
    steps: [{ call: 'transferMoney', fields: { description: 'sandbox:5000101' } }],
  }),
]
