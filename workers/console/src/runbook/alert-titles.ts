import type { AlertKind } from '@merchant-edge/orders/api'
import type { Language } from '@merchant-edge/pages'

const titles: Readonly<Record<AlertKind, readonly [vietnamese: string, english: string]>> = {
  amount_mismatch: ['Số tiền trả khác đơn hàng', 'Paid amount differs from the order'],
  token_amount_mismatch: [
    'Địa chỉ callback có số tiền khác',
    'Callback address is of another amount',
  ],
  possible_double_payment: ['Có thể khách đã trả hai lần', 'Customer may have paid twice'],
  payment_of_disputed_order: ['Tiền đến cho đơn đang tranh chấp', 'Money for a disputed order'],
  transaction_of_other_order: ['Giao dịch thuộc đơn khác', 'Transaction of another order'],
  paid_amount_differs: ['Số tiền đã trả khác giá', 'The paid amount differs from the price'],
  paid_parts_differ: ['Các phần đã trả không khớp tổng', 'Parts of a payment do not add up'],
  callback_denied: ['Dịch vụ phủ nhận điều callback nói', 'Service denies what a callback says'],
  confirmations_unanswered: [
    'Dịch vụ không trả lời truy vấn về callback',
    'No answer about payments of callbacks',
  ],
  callback_not_confirmed: ['Callback chưa được xác nhận', 'Callback is not confirmed'],
  callback_of_other_order: ['Callback nêu đơn khác', 'Callback names another order'],
  callbacks_silent: ['Không nhận được callback', 'No callbacks arrive'],
  orphan_callback: ['Callback không có đơn hàng', 'Callback without an order'],
  payments_not_started: ['Không bắt đầu thanh toán được', 'Payments cannot be started'],
  query_failing: ['Hỏi về thanh toán thất bại', 'Queries about a payment fail'],
  service_order_differs: ['Dịch vụ nêu hai mã đơn khác nhau', 'Service names two order ids'],
  service_order_used_twice: ['Dịch vụ dùng lại mã đơn', 'Service used an order id twice'],
  fractional_points: ['Thanh toán có điểm lẻ', 'Payment with a fraction of a point'],
  payment_page_refused: ['Trang thanh toán không được phép', 'Payment page is not allowed'],
  refund_unsettled: ['Chưa rõ tiền hoàn đã về chưa', 'Refund may or may not be back'],
  refund_presumed_wrong: ['Giả định đã hoàn là sai', 'Presumed refund does not hold'],
  refund_still_unknown: ['Khoản hoàn vẫn chưa rõ', 'Refund is still unknown'],
  refund_half_owed: ['Một nửa khoản hoàn còn nợ', 'Half of a refund is owed'],
  refund_contradicted: [
    'Dịch vụ đã nhận khoản hoàn bị ghi từ chối',
    'Refused refund was accepted after all',
  ],
  refund_correction_exceeds: [
    'Khoản hoàn sửa lại vượt phần còn lại',
    'Corrected refund exceeds what is left',
  ],
  refund_id_taken: ['Mã hoàn tiền đã có khoản khác dùng', 'Refund id is taken by another refund'],
  refund_unknown: ['Chưa rõ kết quả hoàn tiền', 'Outcome of a refund is unknown'],
  refund_given_up: ['Đã thôi gọi khoản hoàn', 'Refund was given up'],
  refund_not_sent: ['Khoản hoàn không gửi được', 'Refund cannot be sent'],
  linked_payment_unknown: [
    'Chưa rõ khoản trả bằng ví liên kết',
    'Payment with a linked wallet is unknown',
  ],
  linked_answer_contradicts: [
    'Câu trả lời về ví liên kết mâu thuẫn',
    'Answer about a linked wallet contradicts itself',
  ],
  linked_payment_contradicted: [
    'Dịch vụ nêu giao dịch khác cho khoản trả bằng ví liên kết',
    'Service names another transaction of a linked wallet',
  ],
  linked_payment_denied: [
    'Khoản đã kết luận là đã trả: dịch vụ nói chưa thu tiền',
    'Service took no money for a payment recorded as paid',
  ],
  linked_payment_taken: [
    'Khoản đã kết luận là chưa trả: dịch vụ nói đã thu tiền',
    'Service took money for a payment recorded as not paid',
  ],
  link_token_unreadable: ['Không mở được token của ví liên kết', 'Token of a link is unreadable'],
  link_page_refused: ['Trang liên kết không được phép', 'Linking page is not allowed'],
  second_link: ['Khách có liên kết thứ hai', 'Second link of a customer'],
  link_unanswered: ['Chưa rõ liên kết có được xác nhận', 'Link request has no answer'],
  link_given_up: ['Không hỏi được về liên kết', 'Link request was given up'],
  unlink_unanswered: ['Chưa xác nhận hủy liên kết', 'Unlinking has no answer'],
  unlink_given_up: ['Không hủy được liên kết', 'Unlinking was given up'],
  hold_overdue: ['Tiền bị giữ quá lâu', 'Money is held for too long'],
  hold_released_overdue: ['Tiền giữ quá hạn đang được trả lại', 'Overdue hold is given back'],
  hold_unanswered: ['Chưa rõ tiền giữ được thu hay trả', 'Held money has no answer'],
  hold_given_up: ['Đã thôi hỏi về tiền giữ', 'Held money was given up'],
  capture_failed: ['Không thu được tiền giữ', 'Held money could not be taken'],
  hold_contradicted: [
    'Tiền vẫn được giữ, trái với kết luận của một người',
    'Money is held against the verdict of a person',
  ],
  hold_unconfirmed: [
    'Tiền có thể vẫn bị giữ sau kết luận của một người',
    'Money may be held after the word of a person',
  ],
  superfluous_hold: ['Khoản giữ không còn cần', 'Hold is not needed any more'],
  released_after_paid: [
    'Tiền giữ được trả lại sau khi đơn đã trả',
    'Hold was released after payment',
  ],
  transfer_day_limit: ['Vượt hạn mức chuyển trong ngày', 'Limit of transfers of a day'],
  transfer_balance_low: ['Số dư để chuyển sắp hết', 'Balance for transfers is low'],
  transfer_turned_away: ['Khoản chuyển chưa được xử lý', 'Transfer was turned away'],
  transaction_of_other_transfer: [
    'Giao dịch trong tệp thuộc khoản chuyển khác',
    'Transaction in the file is that of another transfer',
  ],
  transfer_contradicted: [
    'Dịch vụ trả lời khác kết quả chuyển đã ghi',
    'Service contradicts the settled transfer',
  ],
  transfer_unknown: ['Chưa rõ kết quả chuyển tiền', 'Outcome of a transfer is unknown'],
  dead_letter: ['Sự kiện không gửi được', 'Event could not be delivered'],
  endpoint_paused: ['Điểm nhận webhook bị tạm dừng', 'Webhook endpoint is paused'],
  endpoint_failing: ['Điểm nhận webhook đang lỗi', 'Webhook endpoint fails'],
  endpoint_missing: ['Điểm nhận webhook không còn cấu hình', 'Webhook endpoint is not configured'],
  alert_undelivered: ['Không gửi được sự kiện về cảnh báo', 'Event of an alert is undelivered'],
  database_restored: ['Cơ sở dữ liệu đã được khôi phục', 'Database was restored'],
  outbox_stalled: ['Việc chờ không được gửi đi', 'Waiting work is stalled'],
  service_file_late: ['Tệp của dịch vụ bị trễ', 'File of the service is late'],
  partner_file_changed: [
    'Tệp của chúng ta thay đổi sau khi gửi',
    'Our file changed after it was sent',
  ],
  partner_file_replaced: ['Tệp của chúng ta được ghi lại', 'Our file was replaced'],
  partner_rows_left_out: ['Tệp của chúng ta thiếu dòng', 'Rows are missing in our file'],
  partner_rows_unproven: ['Giao dịch chưa được chứng minh', 'Transactions without proof'],
  service_result_differences: ['Kết quả của dịch vụ có chênh lệch', 'Service reports differences'],
  daily_files_failing: ['Xử lý tệp đối soát thất bại', 'Work on daily files fails'],
  files_of_another: ['Kho tệp đối soát của nơi khác', 'Bucket of another deployment'],
  incoming_file_unknown: ['Tệp nhận được không ai đọc', 'Incoming files that nobody reads'],
  unknown_not_in_files: ['Khoản chưa rõ không có trong tệp', 'Unknown outcome is in no file'],
  verdict_not_in_files: [
    'Khoản do một người kết luận không có trong tệp',
    'What a person has settled is in no file',
  ],
  file_amount_differs: ['Số tiền trong tệp khác', 'Amount in the file differs'],
  file_contradicts: ['Tệp nói khác sổ của chúng ta', 'File contradicts our record'],
  file_row_failing: ['Một dòng của tệp thất bại', 'A row of a file fails'],
  refund_elsewhere_exceeds: [
    'Khoản hoàn nơi khác vượt phần còn lại',
    'Refund made elsewhere exceeds what is left',
  ],
  refund_elsewhere_unclear: ['Chưa rõ khoản hoàn nơi khác', 'Refund made elsewhere is unclear'],
  reconciliation_differences: ['Đối soát có chênh lệch', 'Reconciliation found differences'],
  reconciliation_bad_checksums: ['Dòng sai checksum', 'Rows with a wrong checksum'],
  reconciliation_exceptions: ['Dòng không đọc được hoặc lặp', 'Unreadable or repeated rows'],
  reconciliation_bridge_open: [
    'Chênh lệch không giải thích hết tổng',
    'Differences do not explain the sums',
  ],
  reconciliation_stopped: ['Đối soát bị dừng', 'Reconciliation was stopped'],
}

/** Short title of an alert in a language. */
export function alertTitle(kind: AlertKind, language: Language): string {
  const [vietnamese, english] = titles[kind]
  return language === 'vi' ? vietnamese : english
}

const titlesByName = new Map(Object.entries(titles))

/**
 * Short title of the reason for a dispute: the title of the alert with the same name, or the reason
 * itself when there is none.
 */
export function disputeTitle(reason: string, language: Language): string {
  const [vietnamese, english] = titlesByName.get(reason) ?? [reason, reason]
  return language === 'vi' ? vietnamese : english
}

/** Every kind of alert with its title, in the order of the titles. */
export function alertKindsByTitle(
  language: Language,
): readonly (readonly [kind: string, title: string])[] {
  return Object.entries(titles)
    .map(
      ([kind, [vietnamese, english]]) => [kind, language === 'vi' ? vietnamese : english] as const,
    )
    .toSorted(([, one], [, other]) => one.localeCompare(other, language))
}
