import type { Recipe } from '../recipes/recipe.ts'

function giftCode(recipe: Omit<Recipe, 'table'>): Recipe {
  return { ...recipe, table: 'gateway-gift-code' }
}

/** How to get each code of the gateway table for gift codes. */
export const gatewayGiftCodeRecipes: readonly Recipe[] = [
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
    how: 'Order more codes than are in stock: there are two of 500 thousand VND.',
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
  giftCode({
    code: 5000,
    by: 'magic value',
    how: 'Start X-Request-ID with `sandbox:5000`; `sandbox:5000-after` lets it take effect first.',
    steps: [{ call: 'gatewayOrderGiftCodes', headers: { 'X-Request-ID': 'sandbox:5000' } }],
  }),
]
