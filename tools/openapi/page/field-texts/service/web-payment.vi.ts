import type { FieldTexts } from '../field-texts.ts'

/** The texts of fields of payments on the hosted page, in Vietnamese. */
export const webPayment: FieldTexts = [
  [
    "Address to which the customer's browser returns; when left out, the browser stays at the service.",
    'Địa chỉ mà trình duyệt của khách quay về; bỏ trống thì trình duyệt ở lại trang của dịch vụ.',
  ],
  [
    'Extra information; it is returned in the callback. Typed as an object, text elsewhere. Assumes G-16.',
    'Thông tin thêm; được gửi lại trong callback. Ở đây đặc tả ghi là object, nơi khác là văn bản. Theo giả định G-16.',
  ],
  [
    "The merchant's own id, at most 35 characters, unique; without it the payment cannot be refunded.",
    'Mã riêng của đơn vị bán hàng, nhiều nhất 35 ký tự, không lặp lại; thiếu mã này thì không hoàn được khoản thanh toán.',
  ],
  [
    'Hosted page on which the customer pays. Assumes G-132.',
    'Trang thanh toán của ví dành cho khách. Theo giả định G-132.',
  ],
  ['Text to encode in a QR that opens the same order.', 'Văn bản để tạo mã QR mở chính đơn này.'],
]
