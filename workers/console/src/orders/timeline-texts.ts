import type { Language } from '@merchant-edge/pages'

type Row = readonly [kind: string, vietnamese: string, english: string]

const rows: readonly Row[] = [
  ['order.opened', 'Cửa hàng mở đơn', 'The shop opened the order'],
  ['order.expired', 'Đơn hết hạn', 'The order expired'],
  ['order.disputed', 'Đơn có tranh chấp', 'The order is disputed'],
  ['attempt.started', 'Bắt đầu tạo khoản thanh toán', 'A payment was begun'],
  ['attempt.created', 'Ví đã tạo khoản thanh toán', 'The service created the payment'],
  ['attempt.create_unknown', 'Chưa rõ ví đã tạo chưa', 'Whether the service created it is unknown'],
  [
    'attempt.refused',
    'Ví từ chối tạo khoản thanh toán',
    'The service refused to create the payment',
  ],
  ['attempt.failed', 'Khoản thanh toán không thành', 'The payment failed'],
  ['attempt.expired', 'Khoản thanh toán hết hạn', 'The payment expired'],
  ['attempt.service_order_known', 'Đã biết mã đơn của ví', 'The order id of the service is known'],
  ['callback.received', 'Nhận callback', 'A callback arrived'],
  ['callback.matched', 'Callback được ghép với đơn', 'The callback found its order'],
  ['callback.replayed', 'Chạy lại callback', 'A callback was run again'],
  ['payment.started', 'Bắt đầu trả bằng ví liên kết', 'A payment with the linked wallet was begun'],
  ['payment.otp_sent', 'Ví gửi mã OTP cho khách', 'The wallet sent a one-time code'],
  ['payment.otp_awaited', 'Chờ mã OTP', 'Waiting for the one-time code'],
  ['payment.otp_refused', 'Mã OTP sai', 'The one-time code was wrong'],
  ['payment.otp_not_checked', 'Mã OTP chưa được kiểm tra', 'The one-time code was not checked'],
  ['payment.otp_expired', 'Mã OTP hết hạn', 'The one-time code expired'],
  ['payment.otp_abandoned', 'Khách bỏ dở mã OTP', 'The customer gave the code up'],
  ['payment.arrived', 'Tiền đã đến', 'Money arrived'],
  ['payment.held', 'Tiền được giữ', 'The money is held'],
  ['payment.confirmed', 'Thanh toán được xác nhận', 'The payment is confirmed'],
  ['payment.disputed', 'Khoản thanh toán có tranh chấp', 'The payment is disputed'],
  ['payment.refused', 'Thanh toán bị từ chối', 'The payment was refused'],
  ['payment.released', 'Khoản thanh toán thuộc đơn khác', 'The payment is that of another order'],
  ['payment.unknown', 'Chưa rõ kết quả thanh toán', 'The outcome of the payment is unknown'],
  ['transaction.known', 'Đã biết mã giao dịch', 'The transaction is known'],
  ['hold.capture_asked', 'Yêu cầu thu tiền đang giữ', 'Taking the held money was asked for'],
  [
    'hold.release_asked',
    'Yêu cầu trả lại tiền đang giữ',
    'Giving the held money back was asked for',
  ],
  ['hold.released', 'Tiền đang giữ đã trả lại', 'The held money was given back'],
  ['hold.superfluous', 'Khoản giữ không còn cần', 'The held money is not needed any more'],
  ['refund.reserved', 'Ghi nhận yêu cầu hoàn tiền', 'A refund was written down'],
  ['refund.settled', 'Hoàn tiền xong', 'The refund is settled'],
  ['refund.accepted', 'Ví nhận yêu cầu hoàn tiền', 'The service accepted the refund'],
  ['refund.refused', 'Ví từ chối hoàn tiền', 'The refund was refused'],
  ['refund.unknown', 'Chưa rõ kết quả hoàn tiền', 'The outcome of the refund is unknown'],
  ['refund.presumed', 'Có lẽ đã hoàn tiền', 'The refund is presumed to be back'],
  ['refund.withdrawn', 'Rút lại giả định đã hoàn', 'The presumption was withdrawn'],
  ['event.delivered', 'Đã gửi sự kiện cho cửa hàng', 'The shop was told'],
  ['event.resend_asked', 'Yêu cầu gửi lại sự kiện', 'Resending the event was asked for'],
  ['person.erased', 'Đã xóa dữ liệu cá nhân', 'Personal data were erased'],
]

/** What the lines of a timeline say, by language and kind. */
export const timelineTexts: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  vi: new Map(rows.map(([kind, vietnamese]) => [kind, vietnamese])),
  en: new Map(rows.map(([kind, , english]) => [kind, english])),
}
