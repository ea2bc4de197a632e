/** How the outcome of a call becomes known, in Vietnamese, by `settledBy` of an endpoint. */
export const settledByInVietnamese: ReadonlyMap<string, string> = new Map([
  [
    'The order id was in the answer that is missing: create another order and wait for the callback of either.',
    'Mã đơn nằm trong câu trả lời không đến: hãy tạo đơn khác và chờ callback của một trong hai.',
  ],
  [
    'Repeat it with the same order_reference_id, or wait for the daily file.',
    'Gửi lại với cùng order_reference_id, hoặc chờ tệp đối soát.',
  ],
  [
    'The daily file or support can tell; no query can.',
    'Chỉ tệp đối soát hoặc bộ phận hỗ trợ biết; không truy vấn nào trả lời được.',
  ],
  [
    'Ask queryGiftCodeOrder with the same merchant_order_id.',
    'Hỏi queryGiftCodeOrder với cùng merchant_order_id.',
  ],
  [
    'Ask gatewayQueryGiftCodeOrder with the same order_id.',
    'Hỏi gatewayQueryGiftCodeOrder với cùng order_id.',
  ],
  ['Ask queryTopUp with the same txn_id.', 'Hỏi queryTopUp với cùng txn_id.'],
  ['Ask gatewayQueryTopUp with the same invoice_no.', 'Hỏi gatewayQueryTopUp với cùng invoice_no.'],
  [
    'Ask verifyVoucher: a voucher that was used is refused.',
    'Hỏi verifyVoucher: voucher đã dùng thì bị từ chối.',
  ],
  ['Repeat it with the same serials.', 'Gửi lại với cùng các serial.'],
  [
    'Repeat it with the same invoice_no and order_status.',
    'Gửi lại với cùng invoice_no và order_status.',
  ],
  ['Repeat it with the same user_token.', 'Gửi lại với cùng user_token.'],
  [
    'A link that nobody confirms expires, and a new request with a callback address of its own makes another one.',
    'Liên kết không ai xác nhận sẽ hết hạn; một yêu cầu mới với địa chỉ callback riêng tạo một liên kết khác.',
  ],
])
