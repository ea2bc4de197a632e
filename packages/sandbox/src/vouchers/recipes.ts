import type { Recipe } from '../recipes/recipe.ts'

function voucher(recipe: Omit<Recipe, 'table'>): Recipe {
  return { ...recipe, table: 'voucher' }
}

const accepted: readonly Recipe[] = [
  voucher({
    code: 200,
    by: 'state',
    how: 'Verify a voucher that may be used.',
    steps: [{ call: 'verifyVoucher' }],
  }),
  voucher({
    code: 200,
    by: 'state',
    how: 'Mark a voucher used, revoke it, and mark it used again.',
    steps: [
      { call: 'markVoucherUsed' },
      { call: 'revokeVouchers' },
      { call: 'markVoucherUsed', fields: { redeem_ref_id: '{id:again}' } },
    ],
  }),
]

const unusable: readonly Recipe[] = [
  voucher({
    code: 4000902,
    by: 'request',
    how: 'Present a serial that nobody has, or one of another merchant.',
    steps: [{ call: 'verifyVoucher', fields: { serial_number: 'EV-NOBODY' } }],
  }),
  voucher({
    code: 4000902,
    by: 'state',
    how: 'Present a voucher that has expired.',
    steps: [{ call: 'verifyVoucher', fields: { serial_number: 'EV-EXPIRED-1' } }],
  }),
  voucher({
    code: 4000902,
    by: 'state',
    how: 'Use a voucher twice, also if the first answer was lost.',
    steps: [{ call: 'markVoucherUsed' }, { call: 'markVoucherUsed' }],
  }),
  voucher({
    code: 4000902,
    by: 'state',
    how: 'Present a voucher that is not valid on public holidays on a public holiday.',
    steps: [
      {
        control: 'POST /control/vouchers',
        body: {
          merchantCode: '{merchantCode}',
          serial: '{id:workday}',
          merchantVoucherCode: 'WORKDAY',
          availableFrom: 0,
          availableTo: '{now+86400}',
          discountType: 'amount',
          discountValue: 10_000,
          applyInHoliday: false,
        },
      },
      // Noon of 1 May in Vietnam.
      { control: 'PUT /control/clock', body: { freezeAt: 1_777_611_600 } },
      { call: 'verifyVoucher', fields: { serial_number: '{id:workday}' } },
    ],
  }),
  voucher({
    code: 4000902,
    by: 'request',
    how: 'Present a voucher for an order whose `order_amount` in order_info is too small.',
    steps: [
      {
        call: 'verifyVoucher',
        fields: { serial_number: 'EV-PERCENT-1', order_info: { order_amount: 199_999 } },
      },
    ],
  }),
  voucher({
    code: 4000902,
    by: 'state',
    how: 'Revoke several vouchers, one of which was never used; none of them is revoked.',
    steps: [
      { call: 'markVoucherUsed' },
      { call: 'revokeVouchers', fields: { serials: ['EV-AMOUNT-1', 'EV-PERCENT-1'] } },
    ],
  }),
]

/** How to get each code of the e-voucher table. */
export const voucherRecipes: readonly Recipe[] = [
  ...accepted,
  voucher({
    code: 4000001,
    by: 'request',
    how: 'Send order_info that is not an object.',
    steps: [{ call: 'verifyVoucher', fields: { order_info: 'none' } }],
  }),
  ...unusable,
  voucher({
    code: 4010001,
    by: 'request',
    how: 'Sign the revocation of vouchers wrongly.',
    steps: [{ call: 'revokeVouchers', sign: { path: '/merchant-integration/v1/e-voucher' } }],
  }),
  voucher({
    code: 4040901,
    by: 'state',
    how: 'Remove the right `e-voucher` from the merchant.',
    steps: [
      { control: 'PATCH /control/merchants/{merchantCode}', body: { rights: ['transaction-qr'] } },
      { call: 'verifyVoucher' },
    ],
  }),
  voucher({
    code: 5000001,
    by: 'magic value',
    how: 'Start X-Request-ID with `sandbox:5000001`; with `-after` the voucher is marked as used first.',
    steps: [{ call: 'markVoucherUsed', headers: { 'X-Request-ID': 'sandbox:5000001-after' } }],
  }),
]
