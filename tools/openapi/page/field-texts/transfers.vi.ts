import type { FieldTexts } from './field-texts.ts'

/** The texts of fields of transfers at the checkout, in Vietnamese. */
export const transfers: FieldTexts = [
  [
    "The shop's own id: 1 to 64 characters of `A-Z a-z 0-9 _ -`, used once.",
    'Mã riêng của cửa hàng: 1 đến 64 ký tự trong `A-Z a-z 0-9 _ -`, chỉ dùng một lần.',
  ],
  ['Whole VND, 1 to 999,999,999,999,999.', 'VND nguyên, từ 1 đến 999.999.999.999.999.'],
  [
    'Phone number of the receiver: 10 or 11 digits, the first a 0.',
    'Số điện thoại người nhận: 10 hoặc 11 chữ số, bắt đầu bằng 0.',
  ],
  [
    '`merchant_transaction_id` at the service and in the daily file.',
    '`merchant_transaction_id` ở dịch vụ và trong tệp đối soát.',
  ],
  ['Grows with every change of the transfer.', 'Tăng mỗi khi khoản chuyển thay đổi.'],
  ['Transaction id of the service, once known.', 'Mã giao dịch của dịch vụ, khi đã biết.'],
  [
    "Balance of the merchant's account after it, in whole VND, if the service named it.",
    'Số dư tài khoản của đơn vị bán hàng sau khoản chuyển, VND nguyên, nếu dịch vụ nêu.',
  ],
  ['Why it was refused, when it was.', 'Vì sao bị từ chối, nếu có.'],
  [
    '`true`: nothing was processed, because of the key, the time or a setting; request the same transfer again under the same id once the cause is repaired, and it is sent. `false`: the refusal is final. A refusal reported by `transfer.failed` is always final.',
    '`true`: chưa có gì được xử lý, vì khóa, thời gian hoặc một thiết lập; sau khi sửa xong, hãy yêu cầu lại khoản chuyển này với cùng mã, nó sẽ được gửi. `false`: việc từ chối là cuối cùng. Việc từ chối mà `transfer.failed` báo luôn là cuối cùng.',
  ],
  [
    'When it was asked for, in seconds since 1970.',
    'Lúc được yêu cầu, tính bằng giây từ năm 1970.',
  ],
  [
    '`requested`: the service has not answered yet; `succeeded`: the money was transferred; `refused`: it was not; `unknown`: the outcome is unknown until the daily file or an operator settles it.',
    '`requested`: dịch vụ chưa trả lời; `succeeded`: tiền đã chuyển; `refused`: tiền không được chuyển; `unknown`: chưa rõ kết quả cho đến khi tệp đối soát hoặc nhân viên làm rõ.',
  ],
  ['Money transferred, in whole VND.', 'Số tiền chuyển, VND nguyên.'],
  [
    'Phone number of the receiver; only the last three digits are readable.',
    'Số điện thoại người nhận; chỉ đọc được ba chữ số cuối.',
  ],
  [
    'What the receiver reads; empty when the shop gave nothing, or once personal data were erased.',
    'Nội dung mà người nhận đọc; trống khi cửa hàng không nêu, hoặc khi dữ liệu cá nhân đã được xóa.',
  ],
  ['Transfers, newest first.', 'Các khoản chuyển, mới nhất trước.'],
  [
    'What happened to the transfer, oldest line first.',
    'Những việc đã xảy ra với khoản chuyển, dòng cũ nhất trước.',
  ],
]
