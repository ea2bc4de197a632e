import type { FieldTexts } from './field-texts.ts'

/** The texts of outcomes and records in answers, in Vietnamese. */
export const answers: FieldTexts = [
  ['Outcome of the call.', 'Kết quả của lệnh gọi.'],
  ['Data of the answer.', 'Dữ liệu của câu trả lời.'],
  [
    'Code of the outcome, from the tables of this call.',
    'Mã kết quả, theo các bảng của lệnh gọi này.',
  ],
  ["The service's own words; may be missing.", 'Lời của chính dịch vụ; có thể không có.'],
  ['`opened`: the order is new and stored.', '`opened`: đơn mới, đã được lưu.'],
  [
    '`known`: the refund is recorded, and its state is the result.',
    '`known`: khoản hoàn đã được ghi, trạng thái của nó là kết quả.',
  ],
  [
    '`known`: the transfer is recorded, and its state is the result.',
    '`known`: khoản chuyển đã được ghi, trạng thái của nó là kết quả.',
  ],
  ['`qr`: a QR for the customer to scan.', '`qr`: mã QR để khách quét.'],
  [
    "`app`: values that the shop's app passes to the wallet app.",
    '`app`: các giá trị mà ứng dụng của cửa hàng chuyển cho ứng dụng ví.',
  ],
  [
    '`paid`: the service has taken the money; `held`: it holds the money until `capture` or `release`.',
    '`paid`: dịch vụ đã thu tiền; `held`: dịch vụ giữ tiền đến khi có `capture` hoặc `release`.',
  ],
  [
    '`otp_needed`: the customer has to type the one-time code that the service has sent.',
    '`otp_needed`: khách phải nhập mã OTP mà dịch vụ đã gửi.',
  ],
  ['`captured`: the held money is captured.', '`captured`: đã thu khoản tiền được giữ.'],
  [
    '`released`: the held money is back in the wallet.',
    '`released`: khoản tiền được giữ đã trả lại ví.',
  ],
  [
    '`requested`: send the customer to `webUrl` of the link.',
    '`requested`: đưa khách đến `webUrl` của liên kết.',
  ],
  ['`unlinked`: the service has unlinked the wallet.', '`unlinked`: dịch vụ đã hủy liên kết ví.'],
  ['`accepted`: the service accepted the call.', '`accepted`: dịch vụ đã chấp nhận lệnh gọi.'],
  ['`done`: the forced run is finished.', '`done`: lần đối soát bị buộc so tiếp đã xong.'],
  ['`signed_out`: the token is no longer valid.', '`signed_out`: token không còn hiệu lực.'],
  [
    '`changed`: the state of the alert has changed.',
    '`changed`: trạng thái của cảnh báo đã thay đổi.',
  ],
  [
    '`erased`: the personal data are gone; the records stay.',
    '`erased`: đã xóa dữ liệu cá nhân; các bản ghi vẫn còn.',
  ],
  ['`settled`: the verdict is recorded.', '`settled`: đã ghi kết luận.'],
  ['`decided`: the verdict is recorded.', '`decided`: đã ghi kết luận.'],
  [
    '`refused`: the proposal is refused, and nothing is returned.',
    '`refused`: đề nghị bị từ chối, không hoàn gì.',
  ],
  ['`replayed`: the callback was processed again.', '`replayed`: callback đã được xử lý lại.'],
  ['`resent`: the event is due now.', '`resent`: sự kiện đến lượt gửi ngay.'],
  [
    '`changed`: the endpoint was paused; `unchanged`: it was paused already.',
    '`changed`: điểm nhận đã tạm dừng; `unchanged`: điểm nhận đã tạm dừng từ trước.',
  ],
  [
    '`changed`: the endpoint was resumed; `unchanged`: it was not paused.',
    '`changed`: điểm nhận đã chạy lại; `unchanged`: điểm nhận không bị tạm dừng.',
  ],
  ['The alert as it is now.', 'Cảnh báo lúc này.'],
  [
    'Data of the answer of the service, as in the merchant API.',
    'Dữ liệu trong câu trả lời của dịch vụ, như trong API cho đơn vị bán hàng.',
  ],
  ['The difference with its verdict.', 'Chênh lệch cùng kết luận của nó.'],
  ['The endpoint as it is now.', 'Điểm nhận lúc này.'],
  ['The event as it is now.', 'Sự kiện lúc này.'],
  ['The link as it is now.', 'Liên kết lúc này.'],
  ['The order as it is now.', 'Đơn lúc này.'],
  ['The proposal as it is now.', 'Đề nghị lúc này.'],
  ['The reconciliation of the day as it is now.', 'Việc đối soát của ngày lúc này.'],
  ['The refund as it is now.', 'Khoản hoàn lúc này.'],
  ['The transfer as it is now.', 'Khoản chuyển lúc này.'],
]
