import type { Recipe } from './recipe.ts'
import { paid, refund } from './refund-steps.ts'

/** How to provoke the codes that are about the original of a refund. */
export const originalRecipes: readonly Recipe[] = [
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
