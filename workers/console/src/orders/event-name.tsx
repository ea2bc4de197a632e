import type { AlertEventType, OrderEventType, TransferEventType } from '@merchant-edge/orders/api'
import type { Language } from '@merchant-edge/pages'

type Words = readonly [vietnamese: string, english: string]

const names: Readonly<Record<OrderEventType | TransferEventType | AlertEventType, Words>> = {
  'order.paid': ['Đơn đã được thanh toán', 'The order is paid'],
  'order.payment_corrected': ['Mã giao dịch của đơn được sửa', 'The transaction was corrected'],
  'order.disputed': ['Đơn có tranh chấp', 'The order is disputed'],
  'order.dispute_ended': ['Tranh chấp đã xong', 'The dispute has ended'],
  'order.refunded': ['Đã hoàn tiền hoặc điểm', 'Money or points were returned'],
  'order.refund_confirmed': ['Khoản hoàn được xác nhận', 'The refund is confirmed'],
  'order.refund_withdrawn': ['Rút lại giả định đã hoàn', 'The presumed refund was withdrawn'],
  'order.refund_refused': ['Khoản hoàn không thực hiện được', 'The refund was not made'],
  'order.expired': ['Đơn hết hạn', 'The order expired'],
  'order.held': ['Tiền của đơn đang được giữ', 'The money of the order is held'],
  'order.cancelled': ['Đơn đã hủy', 'The order is cancelled'],
  'transfer.succeeded': ['Tiền đã chuyển', 'The transfer was made'],
  'transfer.failed': ['Tiền không được chuyển', 'The transfer was not made'],
  'transfer.unknown': ['Chưa rõ kết quả chuyển tiền', 'The outcome of the transfer is unknown'],
  'alert.raised': ['Có cảnh báo', 'An alert was raised'],
  'alert.closed': ['Cảnh báo được đóng', 'An alert was closed'],
}

const byType: ReadonlyMap<string, Words> = new Map(Object.entries(names))

/** What an event tells the shop; its type when no name is known. */
export function eventName(type: string, language: Language): string {
  return byType.get(type)?.[language === 'vi' ? 0 : 1] ?? type
}

/** What an event tells, as a link to it for those who may see it, with its type for a search. */
export function EventName({
  type,
  address,
  language,
}: {
  readonly type: string
  readonly address?: string | undefined
  readonly language: Language
}) {
  const name = eventName(type, language)
  return (
    <span>
      {address === undefined ? name : <a href={address}>{name}</a>}
      <small class="stored">{type}</small>
    </span>
  )
}
