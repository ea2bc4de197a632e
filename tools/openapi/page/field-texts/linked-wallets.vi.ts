import type { FieldTexts } from './field-texts.ts'

/** The texts of fields of linked wallets at the checkout, in Vietnamese. */
export const linkedWallets: FieldTexts = [
  ["The shop's own id of the customer.", 'Mã khách hàng của cửa hàng.'],
  [
    'Page on which the customer confirms; only while the link is `requested`.',
    'Trang để khách xác nhận; chỉ có khi liên kết là `requested`.',
  ],
  [
    "Deadline for the customer's confirmation, in seconds since 1970; only while the link is `requested`.",
    'Hạn để khách xác nhận, tính bằng giây từ năm 1970; chỉ có khi liên kết là `requested`.',
  ],
  [
    'Phone number of the wallet; only its last three digits are readable.',
    'Số điện thoại của ví; chỉ đọc được ba chữ số cuối.',
  ],
]
