import { gatewayTopUpRecipes } from '../top-ups/gateway-recipes.ts'
import type { CallStep, Recipe, StepValue } from './recipe.ts'

function member(recipe: Omit<Recipe, 'table'>): Recipe {
  return { ...recipe, table: 'gateway-member' }
}

function giftCode(recipe: Omit<Recipe, 'table'>): Recipe {
  return { ...recipe, table: 'gateway-gift-code' }
}

function failure(call: CallStep['call']): Omit<Recipe, 'table'> {
  return {
    code: 5000,
    by: 'magic value',
    how: 'Start X-Request-ID with `sandbox:5000`; `sandbox:5000-after` lets it take effect first.',
    steps: [{ call, headers: { 'X-Request-ID': 'sandbox:5000' } }],
  }
}

function changed(code: number, how: string, change: StepValue): Recipe {
  return member({
    code,
    by: 'state',
    how,
    steps: [
      { control: 'PATCH /control/members/M-0001', body: change },
      { call: 'gatewayGetMember' },
    ],
  })
}

const memberRecipes: readonly Recipe[] = [
  member({
    code: 200,
    by: 'request',
    how: 'Look up a member whose card and account are active.',
    steps: [{ call: 'gatewayGetMember' }],
  }),
  member({
    code: 4000,
    by: 'request',
    how: 'Send a phone_no that is no phone number.',
    steps: [{ call: 'gatewayGetMember', fields: { phone_no: '84900000001' } }],
  }),
  member({
    code: 4000,
    by: 'request',
    how: 'Send an X-API-Code that is not one of the seven.',
    steps: [{ call: 'gatewayGetMember', headers: { 'X-API-Code': 'mi_v1_loyalty_nothing' } }],
  }),
  member({
    code: 403100,
    by: 'request',
    how: 'Send an X-Merchant-ID or X-Terminal-ID that is not of this merchant, or of a closed store.',
    steps: [{ call: 'gatewayGetMember', fields: { 'X-Terminal-ID': 'NO-SUCH-POS' } }],
  }),
  changed(200300, 'Look up a member whose card is inactive, such as 0900000005.', {
    cardStatus: 'I',
  }),
  changed(200301, 'Look up a member whose account is inactive or blocked, such as 0900000006.', {
    accountStatus: 'B',
  }),
  member({
    code: 200400,
    by: 'request',
    how: 'Look up a phone number that no member has.',
    steps: [{ call: 'gatewayGetMember', fields: { phone_no: '0911111111' } }],
  }),
  member(failure('gatewayGetMember')),
]

const giftCodeRecipes: readonly Recipe[] = [
  giftCode({
    code: 200,
    by: 'state',
    how: 'Order codes that are in stock, and fetch the order.',
    steps: [{ call: 'gatewayOrderGiftCodes' }, { call: 'gatewayQueryGiftCodeOrder' }],
  }),
  giftCode({
    code: 4000,
    by: 'request',
    how: 'Order no items at all.',
    steps: [{ call: 'gatewayOrderGiftCodes', fields: { order_info: [] } }],
  }),
  giftCode({
    code: 200100,
    by: 'state',
    how: 'Order more codes than are in stock: of 500 thousand VND there are two.',
    steps: [
      {
        call: 'gatewayOrderGiftCodes',
        fields: { order_info: [{ card_type: '500', quantity: 3 }] },
      },
    ],
  }),
  giftCode({
    code: 200200,
    by: 'state',
    how: 'Send an order_id twice; the ids are shared with merchant_order_id of the REST form.',
    steps: [{ call: 'orderGiftCodes' }, { call: 'gatewayOrderGiftCodes' }],
  }),
  giftCode({
    code: 403100,
    by: 'request',
    how: 'Send a merchant_id or terminal_id that is not of this merchant, or of a closed store.',
    steps: [{ call: 'gatewayOrderGiftCodes', fields: { merchant_id: 'NO-SUCH-STORE' } }],
  }),
  giftCode(failure('gatewayOrderGiftCodes')),
]

/** How to get each code of the three tables of the gateway. */
export const gatewayRecipes: readonly Recipe[] = [
  ...memberRecipes,
  ...gatewayTopUpRecipes,
  ...giftCodeRecipes,
]
