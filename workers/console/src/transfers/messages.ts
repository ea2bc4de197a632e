import type { TransferState } from '@merchant-edge/orders/api'
import type { Language } from '@merchant-edge/pages'

const english = {
  transfers: 'Transfers',
  transfer: 'Transfer',
  day: 'Day (Vietnam)',
  state: 'State',
  any: 'Any',
  show: 'Show',
  clear: 'Clear',
  none: 'No transfer fits.',
  amount: 'Amount',
  receiver: 'Receiver',
  created: 'Asked for',
  updated: 'Last change',
  reference: 'Reference at the service',
  transaction: 'Transaction id of the service',
  description: 'Description',
  refusal: 'Refused',
  idReusable:
    'Nothing was processed: the same transfer goes out under its id once this is repaired.',
  final: 'The refusal is final.',
  timeline: 'Timeline',
  unknown:
    'Nobody knows yet whether the money has moved. The file of the service says so the next day; else ask the service.',
  settle: 'Settle it by a verdict',
  correct: 'It was made after all',
  correctTransaction: 'Correct the transaction',
  wrongFilter: 'The filter or the page of the list is out of date. Begin at the first page.',
  states: {
    requested: 'Sent',
    succeeded: 'Paid out',
    refused: 'Refused',
    unknown: 'Outcome unknown',
  } satisfies Record<TransferState, string>,
}

/** Every text of the pages of transfers. */
export type TransferMessages = typeof english

const vietnamese: TransferMessages = {
  transfers: 'Chuyển tiền',
  transfer: 'Khoản chuyển',
  day: 'Ngày (giờ Việt Nam)',
  state: 'Trạng thái',
  any: 'Tất cả',
  show: 'Xem',
  clear: 'Xóa bộ lọc',
  none: 'Không có khoản chuyển nào phù hợp.',
  amount: 'Số tiền',
  receiver: 'Người nhận',
  created: 'Yêu cầu lúc',
  updated: 'Thay đổi gần nhất',
  reference: 'Mã tham chiếu tại dịch vụ',
  transaction: 'Mã giao dịch của dịch vụ',
  description: 'Nội dung',
  refusal: 'Bị từ chối',
  idReusable: 'Chưa có gì được xử lý: sau khi sửa xong, khoản chuyển này được gửi lại với cùng mã.',
  final: 'Việc từ chối là cuối cùng.',
  timeline: 'Dòng thời gian',
  unknown:
    'Chưa ai biết tiền đã đi hay chưa. Tệp của dịch vụ ngày hôm sau sẽ cho biết; nếu không, hãy hỏi dịch vụ.',
  settle: 'Ghi kết luận',
  correct: 'Thực tế đã chuyển',
  correctTransaction: 'Sửa mã giao dịch',
  wrongFilter: 'Bộ lọc hoặc trang của danh sách đã cũ. Hãy bắt đầu từ trang đầu.',
  states: {
    requested: 'Đã gửi',
    succeeded: 'Đã chuyển',
    refused: 'Bị từ chối',
    unknown: 'Chưa rõ kết quả',
  },
}

/** The texts of the pages of transfers by language. */
export const transferMessages: Readonly<Record<Language, TransferMessages>> = {
  vi: vietnamese,
  en: english,
}
