import type { FieldTexts } from '../field-texts.ts'

/** The texts of fields of gift codes, in Vietnamese. */
export const giftCode: FieldTexts = [
  ['Serial of the code.', 'Số serial của mã.'],
  ['`ACTIVE` or `USED`.', '`ACTIVE` hoặc `USED`.'],
  [
    'Last day on which the code works, `yyyy-MM-dd`.',
    'Ngày cuối cùng dùng được mã, dạng `yyyy-MM-dd`.',
  ],
  [
    "The merchant's own id of the order, unique.",
    'Mã riêng của đơn vị bán hàng cho đơn lấy mã, không lặp lại.',
  ],
  ['Face values and how many of each.', 'Các mệnh giá và số lượng của mỗi mệnh giá.'],
  ['Face value in thousand VND.', 'Mệnh giá, tính bằng nghìn VND.'],
  ['How many codes, 1 or more.', 'Số lượng mã, từ 1.'],
  [
    'Extra information as JSON text; it is returned with the order.',
    'Thông tin thêm dạng văn bản JSON; được trả lại cùng đơn.',
  ],
  ['When the codes were taken, in seconds since 1970.', 'Lúc lấy mã, tính bằng giây từ năm 1970.'],
  ['One entry per code.', 'Mỗi mã một mục.'],
  [
    'Code that the customer types to top up; a secret, encrypted if that was agreed (G-28).',
    'Mã mà khách nhập để nạp; phải giữ bí mật, được mã hóa nếu hai bên đã thống nhất (G-28).',
  ],
  [
    'Number under which the code can be traced; no secret.',
    'Số dùng để tra soát mã; không phải bí mật.',
  ],
  ["The merchant's own id of the order.", 'Mã riêng của đơn vị bán hàng cho đơn lấy mã.'],
  [
    'Extra information that the merchant sent with the order.',
    'Thông tin thêm mà đơn vị bán hàng đã gửi cùng đơn.',
  ],
  ['The codes, by face value.', 'Các mã, theo mệnh giá.'],
  [
    'Face values to ask about, in thousand VND; every one when left out.',
    'Các mệnh giá cần hỏi, tính bằng nghìn VND; bỏ trống là tất cả.',
  ],
]
