import type { Alert } from '@merchant-edge/orders/api'
import type { Language } from '@merchant-edge/pages'

const vietnamese: Readonly<Record<NonNullable<Alert['closesOnce']>['cause'], string>> = {
  refund_known: 'đã rõ khoản hoàn, hoặc một phần của nó, có về ví hay không',
  refund_not_repeated:
    'đã rõ khoản hoàn, hoặc một phần của nó, có về ví hay không, hoặc không còn gọi lại nữa',
  refund_complete: 'khoản hoàn không còn nợ phần nào',
  refund_returned: 'toàn bộ khoản hoàn được tính là đã hoàn',
  refund_recorded:
    'dòng đó được ghi là khoản hoàn của đơn, một khoản hoàn của đơn có mã giao dịch ví của dòng đó, hoặc chênh lệch của dòng đó đã có kết luận',
  transfer_known: 'đã rõ khoản chuyển có được thực hiện hay không',
  transfer_made: 'khoản chuyển đã được thực hiện',
  payment_known: 'đã rõ kết quả của khoản thanh toán',
  payment_paid: 'khoản này được tính là đã trả',
  transaction_corrected: 'khoản thanh toán hoặc khoản chuyển mang mã giao dịch mà dịch vụ đã nêu',
  row_settled: 'chênh lệch của dòng đó đã có kết luận, hoặc giao dịch của dòng đó được tính ở đây',
  hold_known: 'dịch vụ nói rằng tiền đã được thu hoặc trả lại',
  hold_ended: 'tiền đang giữ đã được thu hoặc trả lại',
  hold_not_repeated: 'tiền đang giữ đã được thu hoặc trả lại, hoặc không còn hỏi lại nữa',
  link_known: 'dịch vụ cho biết khách đã xác nhận liên kết hay chưa',
  link_not_repeated:
    'dịch vụ cho biết khách đã xác nhận liên kết hay chưa, hoặc không còn ai hỏi nữa',
  wallet_unlinked: 'ví đã được hủy liên kết ở dịch vụ',
  unlink_not_repeated: 'ví đã được hủy liên kết ở dịch vụ, hoặc không còn hỏi lại nữa',
  question_answered: 'dịch vụ trả lời câu hỏi, hoặc không còn ai hỏi nữa',
  order_confirmed:
    'đơn đã được thanh toán, có tranh chấp, hoặc được một người kết luận là chưa thanh toán',
  dispute_ended:
    'khoản thanh toán được chấp nhận, được hoàn toàn bộ, được trả về cho đơn kia, hoặc được kết luận là chưa từng có',
  payments_started: 'giờ đó đã qua và sau đó đã bắt đầu được một lần thanh toán',
  callback_settled: 'callback đã tìm thấy đơn và được xử lý xong',
  callback_not_repeated: 'callback được xử lý xong, hoặc đã bị bỏ và một cảnh báo khác báo về nó',
  confirmations_answered: 'giờ đó đã qua và không còn callback nào chờ dịch vụ trả lời',
  callbacks_back: 'giờ hoặc ngày của nó đã qua, và đã có callback đến từ đó',
  event_delivered: 'sự kiện đã được gửi',
  work_done: 'giờ đó đã qua và không còn việc nào bị bỏ lại',
  nothing_waits: 'không còn sự kiện nào chờ điểm nhận đó',
  outcome_known: 'đã rõ kết quả',
  verdict_confirmed:
    'tệp hoặc câu trả lời của dịch vụ nêu khoản thanh toán, khoản hoàn hoặc khoản chuyển đó, hoặc khoản thanh toán được kết luận là chưa từng có',
  day_reconciled: 'ngày đó đã được đối soát',
  day_compared_anew: 'ngày đó đã được so lại với một tệp khác',
  differences_decided: 'không còn chênh lệch nào của ngày đó chờ kết luận',
}

/** The text about what closes an alert automatically; `undefined` when nothing does. */
export function closingText({ closesOnce }: Alert, language: Language): string | undefined {
  return closesOnce && (language === 'en' ? closesOnce.text : vietnamese[closesOnce.cause])
}
