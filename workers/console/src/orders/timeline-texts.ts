import type { TimelineKind } from '@merchant-edge/orders/api'
import type { Language } from '@merchant-edge/pages'

const texts: Readonly<Record<TimelineKind, readonly [vietnamese: string, english: string]>> = {
  'order.opened': ['Cửa hàng mở đơn', 'The shop opened the order'],
  'order.expired': ['Đơn hết hạn', 'The order expired'],
  'order.disputed': ['Đơn có tranh chấp', 'The order is disputed'],
  'attempt.started': ['Bắt đầu tạo khoản thanh toán', 'A payment was started'],
  'attempt.created': ['Dịch vụ đã tạo khoản thanh toán', 'The service created the payment'],
  'attempt.create_unknown': [
    'Chưa rõ dịch vụ đã tạo chưa',
    'Whether the service created it is unknown',
  ],
  'attempt.refused': [
    'Dịch vụ từ chối tạo khoản thanh toán',
    'The service refused to create the payment',
  ],
  'attempt.failed': ['Khoản thanh toán không thành', 'The payment failed'],
  'attempt.expired': ['Khoản thanh toán hết hạn', 'The payment expired'],
  'attempt.service_order_known': [
    'Đã biết mã đơn của dịch vụ',
    'The order id of the service is known',
  ],
  'callback.received': ['Nhận callback', 'A callback arrived'],
  'callback.matched': ['Callback được ghép với đơn', 'The callback found its order'],
  'callback.replayed': ['Chạy lại callback', 'A callback was processed again'],
  'payment.started': [
    'Bắt đầu trả bằng ví liên kết',
    'A payment with the linked wallet was started',
  ],
  'payment.otp_awaited': [
    'Dịch vụ yêu cầu khách nhập mã OTP',
    'The wallet asks the customer for a one-time code',
  ],
  'payment.otp_sent': [
    'Mã OTP của khách được gửi cho dịch vụ',
    "The customer's code was sent to the wallet",
  ],
  'payment.otp_refused': ['Mã OTP sai', 'The one-time code was wrong'],
  'payment.otp_not_checked': ['Mã OTP chưa được kiểm tra', 'The one-time code was not checked'],
  'payment.otp_expired': ['Mã OTP hết hạn', 'The one-time code expired'],
  'payment.otp_abandoned': [
    'Khách không dùng mã OTP: đã chọn cách khác hoặc yêu cầu mã mới',
    'The customer has left the one-time code, for another way to pay or a new code',
  ],
  'payment.arrived': ['Tiền đã đến', 'Money arrived'],
  'payment.accepted': [
    'Khoản tranh chấp thay cho khoản chưa từng có',
    'The disputed payment counts, in the place of one that was never made',
  ],
  'payment.held': ['Tiền được giữ', 'The money is held'],
  'payment.confirmed': ['Thanh toán được xác nhận', 'The payment is confirmed'],
  'payment.contradicted': ['Dịch vụ nêu giao dịch khác', 'The service names another transaction'],
  'payment.corrected': ['Mã giao dịch được sửa', 'The transaction was corrected'],
  'payment.disputed': ['Khoản thanh toán có tranh chấp', 'The payment is disputed'],
  'payment.refused': ['Thanh toán bị từ chối', 'The payment was refused'],
  'payment.denied': [
    'Dịch vụ phủ nhận khoản thanh toán',
    'The wallet denies the payment: the order is not paid',
  ],
  'payment.released': [
    'Khoản thanh toán thuộc đơn khác, là mã khác của khoản này, hoặc chưa từng có',
    'The payment is that of another order, another name of its own, or was never made',
  ],
  'payment.reopened': [
    'Khoản thanh toán đã tách lại chờ kết luận',
    'The payment that was released is open again',
  ],
  'payment.known': ['Dịch vụ cũng nêu khoản thanh toán này', 'The service names the payment too'],
  'payment.unknown': ['Chưa rõ kết quả thanh toán', 'The outcome of the payment is unknown'],
  'transaction.known': ['Đã biết mã giao dịch', 'The transaction is known'],
  'hold.capture_asked': [
    'Yêu cầu thu tiền đang giữ',
    'The capture of the held money was requested',
  ],
  'hold.release_asked': [
    'Yêu cầu trả lại tiền đang giữ',
    'The release of the held money was requested',
  ],
  'hold.released': ['Tiền đang giữ đã trả lại', 'The held money was released'],
  'hold.contradicted': [
    'Dịch vụ nói tiền vẫn được giữ',
    'The service says that the money is still held',
  ],
  'hold.known': [
    'Dịch vụ nói tiền đã thu hay trả lại',
    'The service says that the held money was captured or released',
  ],
  'hold.superfluous': ['Khoản giữ không còn cần', 'The held money is not needed any more'],
  'refund.proposed': ['Đề nghị hoàn tiền, chờ người thứ hai', 'A refund was proposed'],
  'refund.approved': ['Người thứ hai duyệt hoàn tiền', 'A second person approved the refund'],
  'refund.proposal_refused': ['Đề nghị hoàn tiền bị từ chối', 'The proposed refund was refused'],
  'refund.reserved': ['Ghi nhận yêu cầu hoàn tiền', 'A refund was requested'],
  'refund.settled': ['Tiền hoặc điểm đã hoàn về ví', 'Money or points are back in the wallet'],
  'refund.accepted': ['Dịch vụ nhận yêu cầu hoàn tiền', 'The service accepted the refund'],
  'refund.refused': [
    'Khoản hoàn, hoặc phần còn nợ, không được hoàn',
    'The refund, or what was owed of it, was not returned',
  ],
  'refund.contradicted': [
    'Dịch vụ nói đã hoàn khoản mà ở đây ghi là chưa hoàn',
    'The service calls returned what counts as not returned here',
  ],
  'refund.unknown': ['Chưa rõ kết quả hoàn tiền', 'The outcome of the refund is unknown'],
  'refund.presumed': ['Có lẽ đã hoàn tiền', 'The refund is presumed to be made'],
  'refund.withdrawn': ['Rút lại giả định đã hoàn', 'The presumption was withdrawn'],
  'refund.elsewhere': [
    'Đã hoàn ở nơi khác, theo tệp của dịch vụ',
    'It was returned elsewhere, as the file of the service says',
  ],
  'transfer.requested': ['Yêu cầu chuyển tiền', 'The transfer was requested'],
  'transfer.succeeded': ['Tiền đã chuyển', 'The money was transferred'],
  'transfer.contradicted': ['Dịch vụ nêu giao dịch khác', 'The service names another transaction'],
  'transfer.known': [
    'Tệp của dịch vụ nêu khoản chuyển',
    'The file of the service names the transfer',
  ],
  'transfer.refused': ['Tiền không được chuyển', 'The transfer was not made'],
  'transfer.unknown': ['Chưa rõ kết quả chuyển tiền', 'The outcome of the transfer is unknown'],
  'difference.decided': [
    'Kết luận về một chênh lệch của tệp đối soát',
    'A difference of the daily files was decided',
  ],
  'alert.acknowledged': ['Có người nhận xử lý cảnh báo', 'Somebody works on an alert'],
  'alert.closed': ['Cảnh báo được đóng', 'An alert was closed'],
  'event.delivered': ['Đã gửi sự kiện cho cửa hàng', 'The event was delivered to the shop'],
  'event.resend_asked': ['Yêu cầu gửi lại sự kiện', 'Resending the event was requested'],
  'person.erased': ['Đã xóa dữ liệu cá nhân', 'Personal data were erased'],
}

/** Texts of timeline lines, by language and kind. */
export const timelineTexts: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  vi: new Map(Object.entries(texts).map(([kind, [vietnamese]]) => [kind, vietnamese])),
  en: new Map(Object.entries(texts).map(([kind, [, english]]) => [kind, english])),
}
