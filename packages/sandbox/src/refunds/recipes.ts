import type { Recipe, Step, StepValue } from '../recipes/recipe.ts'

/** A recipe of the refund table. */
function refund(recipe: Omit<Recipe, 'table'>): Recipe {
  return { ...recipe, table: 'refund' }
}

/** Gets a code by its magic value. */
function magicValueRecipe(code: number): Recipe {
  return refund({
    code,
    by: 'magic value',
    how: `Start the description of the refund, or X-Request-ID, with \`sandbox:${code}\`.`,
    steps: [...paid(), { call: 'refundOrder', fields: { description: `sandbox:${code}` } }],
  })
}

/**
 * Gets the code of a refund whose second half comes later: only money and points together have one.
 */
function half(code: 2000801 | 2000802): Recipe {
  const fields = { point_amount: 5, description: `sandbox:${code}` }
  return refund({
    code,
    by: 'magic value',
    how: `Refund money and points together, and start the description, or X-Request-ID, with \`sandbox:${code}\`.`,
    steps: [...withPoints, { call: 'refundOrder', fields }],
  })
}

/** An order that is created and paid. */
function paid(payment: { readonly [name: string]: StepValue } = {}): readonly Step[] {
  return [
    { call: 'createTqrOrder' },
    { control: 'POST /control/orders/{orderId}/pay', body: payment },
  ]
}

/** How to get the codes that are about the original of a refund. */
const originalRecipes: readonly Recipe[] = [
  refund({
    code: 4000800,
    by: 'state',
    how: 'Name an original that no merchant has.',
    steps: [{ call: 'refundOrder', fields: { original_order_reference_id: 'never-created' } }],
  }),
  refund({
    code: 4000801,
    by: 'state',
    how: 'Name a refund as the original.',
    steps: [
      ...paid(),
      { call: 'refundOrder' },
      {
        call: 'refundOrder',
        fields: { order_reference_id: '{id:b}', original_order_reference_id: '{id:refund}' },
      },
    ],
  }),
  refund({
    code: 4000802,
    by: 'state',
    how: 'Refund an order that is not paid.',
    steps: [{ call: 'createTqrOrder' }, { call: 'refundOrder' }],
  }),
  refund({
    code: 4000803,
    by: 'state',
    how: 'Pay the original with a promotion (`discountVnd`).',
    steps: [...paid({ discountVnd: 1000 }), { call: 'refundOrder' }],
  }),
  refund({
    code: 4000804,
    by: 'state',
    how: 'Pay the original with cashback (`cashbackVnd`).',
    steps: [...paid({ cashbackVnd: 500 }), { call: 'refundOrder' }],
  }),
  refund({
    code: 4000807,
    by: 'state',
    how: "Refund a payment over a store's fixed QR.",
    steps: [
      { control: 'POST /control/merchant-qr-payments', body: { amountVnd: 50_000 } },
      { call: 'refundOrder', fields: { original_order_reference_id: '{orderReferenceId}' } },
    ],
  }),
  refund({
    code: 4000820,
    by: 'state',
    how: 'Move the clock past 09:09:59 Vietnam time of the day after the payment.',
    steps: [
      ...paid(),
      { control: 'PUT /control/clock', body: { advanceSeconds: 172_800 } },
      { call: 'refundOrder' },
    ],
  }),
  refund({
    code: 4000824,
    by: 'request',
    how: 'Leave original_order_reference_id out.',
    steps: [{ call: 'refundOrder', fields: { original_order_reference_id: null } }],
  }),
  refund({
    code: 4040800,
    by: 'state',
    how: 'Let the wallet core lose the payment (`absentInCore`).',
    steps: [
      ...paid(),
      { control: 'PATCH /control/orders/{orderId}', body: { absentInCore: true } },
      { call: 'refundOrder' },
    ],
  }),
  refund({
    code: 4040801,
    by: 'state',
    how: 'Name an original of another merchant.',
    steps: [
      {
        control: 'POST /control/merchant-qr-payments',
        body: { merchantCode: 'OTHER', storeCode: 'OTHER-STORE-1', amountVnd: 50_000 },
      },
      { call: 'refundOrder', fields: { original_order_reference_id: '{orderReferenceId}' } },
    ],
  }),
]

const withPoints = paid({ points: 10 })

const amounts: readonly Recipe[] = [
  refund({
    code: 4000809,
    by: 'request',
    how: 'Refund more money than the original was paid with.',
    steps: [...paid(), { call: 'refundOrder', fields: { vnd_amount: 100_001 } }],
  }),
  refund({
    code: 4000810,
    by: 'request',
    how: 'Send `currency` with another value than VND.',
    steps: [...paid(), { call: 'refundOrder', fields: { currency: 'USD' } }],
  }),
  refund({
    code: 4000811,
    by: 'request',
    how: 'Send vnd_amount or point_amount that is not a whole number greater than 0.',
    steps: [...paid(), { call: 'refundOrder', fields: { vnd_amount: 0.5 } }],
  }),
  refund({
    code: 4000812,
    by: 'state',
    how: 'Refund points of a payment without points.',
    steps: [...paid(), { call: 'refundOrder', fields: { point_amount: 1 } }],
  }),
  refund({
    code: 4000813,
    by: 'request',
    how: 'Refund more points than the original was paid with.',
    steps: [...withPoints, { call: 'refundOrder', fields: { point_amount: 11 } }],
  }),
  refund({
    code: 4004009,
    by: 'state',
    how: 'Refund more than what earlier refunds have left.',
    steps: [
      ...paid(),
      { call: 'refundOrder', fields: { vnd_amount: 60_000 } },
      { call: 'refundOrder', fields: { order_reference_id: '{id:b}', vnd_amount: 60_000 } },
    ],
  }),
]

const rights: readonly Recipe[] = [
  refund({
    code: 4000817,
    by: 'state',
    how: 'Remove the right `automatic-refund` from the merchant.',
    steps: [
      ...paid(),
      {
        control: 'PATCH /control/merchants/{merchantCode}',
        body: { rights: ['transaction-qr', 'refund'] },
      },
      { call: 'refundOrder' },
    ],
  }),
  refund({
    code: 4030800,
    by: 'state',
    how: 'Remove the right `refund` from the merchant.',
    steps: [
      ...paid(),
      { control: 'PATCH /control/merchants/{merchantCode}', body: { rights: ['transaction-qr'] } },
      { call: 'refundOrder' },
    ],
  }),
]

/** How to get each code of the refund table. */
export const refundRecipes: readonly Recipe[] = [
  refund({
    code: 200,
    by: 'state',
    how: 'Refund a payment.',
    steps: [...withPoints, { call: 'refundOrder', fields: { point_amount: 5 } }],
  }),
  half(2000801),
  half(2000802),
  refund({
    code: 4000001,
    by: 'request',
    how: 'Send neither vnd_amount nor point_amount.',
    steps: [...paid(), { call: 'refundOrder', fields: { vnd_amount: null } }],
  }),
  ...originalRecipes,
  ...amounts,
  ...rights,
  refund({
    code: 4090801,
    by: 'state',
    how: 'Send an order_reference_id twice, also if the first answer was lost.',
    steps: [...paid(), { call: 'refundOrder' }, { call: 'refundOrder' }],
  }),
  ...[4080804, 5000800, 5000801, 5000802].map((code) => magicValueRecipe(code)),
]
