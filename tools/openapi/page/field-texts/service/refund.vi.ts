import type { FieldTexts } from '../field-texts.ts'

/** The texts of fields of refunds of the merchant API, in Vietnamese. */
export const refund: FieldTexts = [
  [
    "The merchant's own id of this refund, at most 35 characters, unique on each request.",
    'Mã riêng của đơn vị bán hàng cho khoản hoàn này, nhiều nhất 35 ký tự, không lặp lại giữa các yêu cầu.',
  ],
  [
    'The order_reference_id under which the payment was created.',
    'order_reference_id đã dùng khi tạo khoản thanh toán.',
  ],
  ['Reason of the refund.', 'Lý do hoàn.'],
  [
    "The merchant's id of the staff member who refunds.",
    'Mã của nhân viên thực hiện hoàn, do đơn vị bán hàng đặt.',
  ],
  ['Name of the staff member who refunds.', 'Tên nhân viên thực hiện hoàn.'],
  ['Money to return, in whole VND, greater than 0.', 'Số tiền hoàn, VND nguyên, lớn hơn 0.'],
  ['Points to return, whole, greater than 0.', 'Số điểm hoàn, số nguyên, lớn hơn 0.'],
  ['Loyalty transaction of the original payment.', 'Giao dịch điểm của khoản thanh toán gốc.'],
  ['Transaction that returned the money.', 'Giao dịch đã hoàn tiền.'],
  ['Transaction that returned the points.', 'Giao dịch đã hoàn điểm.'],
  ['The refund in the wallet core.', 'Khoản hoàn trong hệ thống lõi của ví.'],
]
