import type { FieldTexts } from '../field-texts.ts'

/** The texts of fields of top-ups of points, in Vietnamese. */
export const topUp: FieldTexts = [
  [
    'Phone number of the member, 10 or 11 digits.',
    'Số điện thoại của thành viên, 10 hoặc 11 chữ số.',
  ],
  ['Full name of the member; may be missing.', 'Họ tên thành viên; có thể không có.'],
  [
    'Date of birth as the service writes it: the specification names no format.',
    'Ngày sinh, như dịch vụ ghi: đặc tả không nêu định dạng.',
  ],
  [
    'Gender as the service writes it: the specification names no values.',
    'Giới tính, như dịch vụ ghi: đặc tả không nêu các giá trị.',
  ],
  ["The member's phone number again.", 'Nhắc lại số điện thoại của thành viên.'],
  [
    '`A` active, `I` inactive, `B` blocked.',
    '`A` đang hoạt động, `I` chưa kích hoạt, `B` bị khóa.',
  ],
  ['`A` active, `I` inactive.', '`A` đang hoạt động, `I` chưa kích hoạt.'],
  ['The id under which the points were topped up.', 'Mã đã dùng khi nạp điểm.'],
  [
    'REST: `TXN_SALE`, `TXN_EARN`, `TXN_BURN` or `TXN_REFUND`; gateway: `TXN_EARN`.',
    'REST: `TXN_SALE`, `TXN_EARN`, `TXN_BURN` hoặc `TXN_REFUND`; qua cổng: `TXN_EARN`.',
  ],
  [
    'Points, 50 to 20,000,000; below 20,000 with a receipt.',
    'Số điểm, từ 50 đến 20.000.000; dưới 20.000 nếu có hóa đơn.',
  ],
  ["The merchant's own id of the invoice.", 'Mã riêng của đơn vị bán hàng cho hóa đơn.'],
  [
    "The merchant's own id of the top-up: the store code and a suffix, at most 23 characters, unique.",
    'Mã riêng của đơn vị bán hàng cho lần nạp điểm: mã cửa hàng và một phần nối thêm, nhiều nhất 23 ký tự, không lặp lại.',
  ],
  [
    'Whether a receipt is sent; not when left out.',
    'Có gửi hóa đơn hay không; bỏ trống là không gửi.',
  ],
  [
    'Recipient of the receipt; required with `send_receipt`.',
    'Người nhận hóa đơn; bắt buộc khi có `send_receipt`.',
  ],
  ['Name, at most 50 characters.', 'Tên, nhiều nhất 50 ký tự.'],
  ['Address, at most 100 characters.', 'Địa chỉ, nhiều nhất 100 ký tự.'],
  ['E-mail address, at most 50 characters.', 'Địa chỉ email, nhiều nhất 50 ký tự.'],
  ['Tax code, at most 32 characters.', 'Mã số thuế, nhiều nhất 32 ký tự.'],
]
