import type { FieldTexts } from './field-texts.ts'

/** The texts of paths and of the callback address, in Vietnamese. */
export const addresses: FieldTexts = [
  ['Number of the alert, from 1.', 'Số của cảnh báo, từ 1.'],
  [
    'Position of the journal line of the callback, from 1.',
    'Vị trí dòng của callback trong nhật ký, từ 1.',
  ],
  [
    'Day of Vietnam whose files were compared, `YYYY-MM-DD`.',
    'Ngày theo giờ Việt Nam có các tệp đã so, `YYYY-MM-DD`.',
  ],
  [
    'Transaction id of the disputed payment at the service.',
    'Mã giao dịch của khoản đang tranh chấp ở dịch vụ.',
  ],
  ['Id of the webhook endpoint, as in the list.', 'Mã của điểm nhận webhook, như trong danh sách.'],
  [
    'Key of the event for its endpoint, as in the list.',
    'Khóa của sự kiện cho điểm nhận của nó, như trong danh sách.',
  ],
  ['Our reference of the payment attempt.', 'Mã tham chiếu của chúng ta cho lần thanh toán.'],
  ['Our id of the link.', 'Mã của chúng ta cho liên kết.'],
  [
    'Name of the call in the merchant API, such as `getMembership`.',
    'Tên lệnh gọi trong API cho đơn vị bán hàng, chẳng hạn `getMembership`.',
  ],
  [
    'Day of Vietnam that the file is about, `YYYY-MM-DD`.',
    'Ngày theo giờ Việt Nam mà tệp nói đến, `YYYY-MM-DD`.',
  ],
  [
    'Day of Vietnam that the files are about, `YYYY-MM-DD`.',
    'Ngày theo giờ Việt Nam mà các tệp nói đến, `YYYY-MM-DD`.',
  ],
  ["The merchant's own id of the refund.", 'Mã khoản hoàn của cửa hàng.'],
  ["The shop's own id of the transfer.", 'Mã khoản chuyển của cửa hàng.'],
  [
    'Id of the run that found the difference, as in the list.',
    'Mã của lần đối soát đã tìm ra chênh lệch, như trong danh sách.',
  ],
  ['Position of the difference, as in the list.', 'Vị trí của chênh lệch, như trong danh sách.'],
  [
    'Token of the address, which proves that we gave it to the service for this reference.',
    'Token của địa chỉ, chứng minh rằng chúng ta đã đưa địa chỉ này cho dịch vụ cho mã tham chiếu này.',
  ],
  [
    'Signature of the service over the three signed fields, in base64.',
    'Chữ ký của dịch vụ trên ba trường được ký, dạng base64.',
  ],
  [
    'Payment status; only `SUCCESS` pays. Assumes G-08.',
    'Trạng thái thanh toán; chỉ `SUCCESS` là đã trả. Theo giả định G-08.',
  ],
  ['Extra information of the order; may be empty.', 'Thông tin thêm của đơn; có thể trống.'],
  ['Total promotion value.', 'Tổng giá trị khuyến mãi.'],
  ['Id of the paying user at the service.', 'Mã của người trả tiền ở dịch vụ.'],
  ['Points paid.', 'Số điểm đã trả.'],
  ['Wallet money paid.', 'Tiền ví đã trả.'],
]
