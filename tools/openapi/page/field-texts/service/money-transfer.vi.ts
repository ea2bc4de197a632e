import type { FieldTexts } from '../field-texts.ts'

/** The texts of fields of transfers of the merchant API, in Vietnamese. */
export const moneyTransfer: FieldTexts = [
  [
    'Amount in whole VND, greater than 0, as text of digits.',
    'Số tiền, VND nguyên, lớn hơn 0, viết bằng các chữ số.',
  ],
  [
    'What the receiver reads, at most 255 characters.',
    'Nội dung mà người nhận đọc, nhiều nhất 255 ký tự.',
  ],
  [
    'Phone number of the receiver, 10 or 11 digits.',
    'Số điện thoại người nhận, 10 hoặc 11 chữ số.',
  ],
  [
    'Wallet account of the merchant to debit, issued by operations.',
    'Tài khoản ví của đơn vị bán hàng bị trừ tiền, do bộ phận vận hành cấp.',
  ],
  [
    "The merchant's own id of the transfer, at most 35 characters, unique.",
    'Mã riêng của đơn vị bán hàng cho khoản chuyển, nhiều nhất 35 ký tự, không lặp lại.',
  ],
  ['Transaction id of the service.', 'Mã giao dịch của dịch vụ.'],
  [
    "Balance of the merchant's account after the transfer, in VND. Assumes G-15.",
    'Số dư tài khoản của đơn vị bán hàng sau khoản chuyển, VND. Theo giả định G-15.',
  ],
]
