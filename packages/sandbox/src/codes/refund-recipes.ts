import { originalRecipes } from './original-recipes.ts'
import type { Recipe } from './recipe.ts'
import { magic, paid, refund } from './refund-steps.ts'

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
    how: 'Take `automatic-refund` away from the merchant.',
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
    how: 'Take `refund` away from the merchant.',
    steps: [
      ...paid(),
      { control: 'PATCH /control/merchants/{merchantCode}', body: { rights: ['transaction-qr'] } },
      { call: 'refundOrder' },
    ],
  }),
]

/** How to provoke each code of the refund table. */
export const refundRecipes: readonly Recipe[] = [
  refund({
    code: 200,
    by: 'state',
    how: 'Refund a payment.',
    steps: [...withPoints, { call: 'refundOrder', fields: { point_amount: 5 } }],
  }),
  magic(2000801, withPoints),
  magic(2000802, withPoints),
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
    how: 'Send an order_reference_id twice: also after an answer that got lost.',
    steps: [...paid(), { call: 'refundOrder' }, { call: 'refundOrder' }],
  }),
  ...[4080804, 5000800, 5000801, 5000802].map((code) => magic(code)),
]
