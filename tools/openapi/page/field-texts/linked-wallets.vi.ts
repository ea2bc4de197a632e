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
  [
    "Points to take, a whole number worth no more than the price; the wallet's money pays the rest.",
    'Số điểm cần lấy, số nguyên có giá trị không quá giá trị đơn; tiền của ví trả phần còn lại.',
  ],
  [
    'Whether the wallet is to send a new one-time code: ends a payment that has waited for a code for a minute, and begins another one with the same points.',
    'Có yêu cầu ví gửi mã OTP mới hay không: kết thúc khoản đã chờ mã được một phút và bắt đầu khoản khác với cùng số điểm.',
  ],
  ['Remaining tries for the code.', 'Số lần nhập mã còn lại.'],
  ['Deadline for the code, in seconds since 1970.', 'Hạn nhập mã, tính bằng giây từ năm 1970.'],
  [
    "Points that the payment takes; absent for none. The wallet's money pays the rest of the price.",
    'Số điểm mà khoản thanh toán lấy; không có là không dùng điểm. Tiền của ví trả phần còn lại.',
  ],
  ['Whether the last code was wrong.', 'Mã nhập gần nhất có sai hay không.'],
  [
    'One-time code as the customer typed it, 1 to 64 characters; it is never stored.',
    'Mã OTP đúng như khách đã nhập, 1 đến 64 ký tự; không bao giờ được lưu.',
  ],
  [
    "The shop's own id of the customer: 1 to 64 characters of `A-Z a-z 0-9 _ -`.",
    'Mã khách hàng của cửa hàng: 1 đến 64 ký tự trong `A-Z a-z 0-9 _ -`.',
  ],
  [
    '`requested`: the customer has to confirm; `linked`: the wallet can pay; `unlinking`: it cannot pay any more, and the service has not answered yet; `unlinked`: the link has ended; `expired`: the customer has not confirmed in time, or the service has not said so for an hour longer; it becomes `linked` if the service says so later.',
    '`requested`: khách phải xác nhận; `linked`: ví thanh toán được; `unlinking`: ví không thanh toán được nữa, dịch vụ chưa trả lời; `unlinked`: liên kết đã kết thúc; `expired`: khách không xác nhận kịp, hoặc quá một giờ sau đó dịch vụ vẫn chưa cho biết; thành `linked` nếu dịch vụ cho biết sau.',
  ],
  [
    'When the link was requested, in seconds since 1970.',
    'Lúc yêu cầu liên kết, tính bằng giây từ năm 1970.',
  ],
  ['Links, most recently changed first.', 'Các liên kết, thay đổi gần nhất trước.'],
]
