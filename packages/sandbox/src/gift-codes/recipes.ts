import type { Recipe } from '../recipes/recipe.ts'

function giftCode(recipe: Omit<Recipe, 'table'>): Recipe {
  return { ...recipe, table: 'gift-code' }
}

/** How to get each code of the gift code table, REST form. */
export const giftCodeRecipes: readonly Recipe[] = [
  giftCode({
    code: 200,
    by: 'state',
    how: 'Order codes that are in stock, and fetch the order.',
    steps: [{ call: 'orderGiftCodes' }, { call: 'queryGiftCodeOrder' }],
  }),
  giftCode({
    code: 4000001,
    by: 'request',
    how: 'Order a quantity that is not a whole number greater than 0.',
    steps: [{ call: 'orderGiftCodes', fields: { order_info: [{ card_type: '50', quantity: 0 }] } }],
  }),
  giftCode({
    code: 4000301,
    by: 'state',
    how: 'Order more codes than are in stock: there are two of 500 thousand VND.',
    steps: [
      { call: 'orderGiftCodes', fields: { order_info: [{ card_type: '500', quantity: 3 }] } },
    ],
  }),
  giftCode({
    code: 4000302,
    by: 'state',
    how: 'Send a merchant_order_id twice, also if the first answer was lost.',
    steps: [{ call: 'orderGiftCodes' }, { call: 'orderGiftCodes' }],
  }),
  giftCode({
    code: 5000001,
    by: 'magic value',
    how: 'Start X-Request-ID with `sandbox:5000001`; `sandbox:5000001-after` takes the codes first.',
    steps: [{ call: 'orderGiftCodes', headers: { 'X-Request-ID': 'sandbox:5000001' } }],
  }),
]
