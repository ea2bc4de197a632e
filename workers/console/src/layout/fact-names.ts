import type { Language } from '@merchant-edge/pages'

type Row = readonly [name: string, vietnamese: string, english: string]

const rows: readonly Row[] = [
  ['alert_id', 'Cảnh báo', 'Alert'],
  ['amount_vnd', 'Số tiền', 'Amount'],
  ['amount_vnd_of_token', 'Số tiền trong callback', 'Amount in the callback'],
  ['calls', 'Số lần gọi', 'Calls'],
  ['code', 'Mã trả lời', 'Code of the answer'],
  ['customer_id', 'Mã khách hàng', 'Customer'],
  ['day', 'Ngày', 'Day'],
  ['earlier_calls', 'Các lần gọi trước', 'Earlier calls'],
  ['endpoint', 'Điểm nhận', 'Endpoint'],
  ['expected_by', 'Chờ đến', 'Expected by'],
  ['file_points', 'Số điểm trong tệp', 'Points in the file'],
  ['file_vnd', 'Số tiền trong tệp', 'Amount in the file'],
  ['found_by', 'Tìm thấy nhờ', 'Found by'],
  ['limit_vnd', 'Hạn mức', 'Limit'],
  ['link_id', 'Mã liên kết', 'Link'],
  ['method', 'Cách trả', 'Way to pay'],
  ['order_amount', 'Số tiền của đơn', 'Amount of the order'],
  ['order_id', 'Mã đơn hàng', 'Order'],
  ['other_transfer_id', 'Khoản chuyển kia', 'Other transfer'],
  ['owed_points', 'Số điểm còn phải hoàn', 'Points still to return'],
  ['owed_vnd', 'Số tiền còn phải hoàn', 'Amount still to return'],
  ['paid_vnd', 'Đã trả', 'Paid'],
  ['pay_status', 'Trạng thái thanh toán', 'Payment status'],
  ['point_amount', 'Số điểm', 'Points'],
  ['points', 'Số điểm', 'Points'],
  ['post_balance_vnd', 'Số dư sau đó', 'Balance afterwards'],
  ['reason', 'Lý do', 'Reason'],
  ['receiver', 'Người nhận', 'Receiver'],
  ['reference', 'Mã tham chiếu', 'Reference'],
  ['refund_id', 'Mã hoàn tiền', 'Refund'],
  ['run_id', 'Lần đối soát', 'Run'],
  ['same_id_goes', 'Cùng mã còn gửi được', 'Same id is sent again'],
  ['service_order_id', 'Mã đơn của ví', 'Order of the service'],
  ['settled', 'Được tệp làm rõ', 'Settled by the file'],
  ['staff_id', 'Nhân viên', 'Staff'],
  ['state', 'Trạng thái', 'State'],
  ['status', 'Trạng thái', 'Status'],
  ['status_01', 'Chỉ có ở dịch vụ', 'At the service only'],
  ['status_02', 'Chỉ có ở chúng ta', 'Here only'],
  ['status_03', 'Dòng khác nhau', 'Rows differ'],
  ['transaction_id', 'Mã giao dịch', 'Transaction'],
  ['transfer_id', 'Mã khoản chuyển', 'Transfer'],
  ['undecided', 'Chưa có kết luận', 'Undecided'],
  ['verdict', 'Kết luận', 'Verdict'],
  ['verdict_reason', 'Lý do kết luận', 'Reason of the verdict'],
  ['vnd', 'Số tiền', 'Amount'],
  ['vnd_amount', 'Số tiền', 'Amount'],
  ['wallet_code', 'Mã ví', 'Wallet code'],
  ['webhook_id', 'Mã webhook', 'Webhook'],
  ['why', 'Vì sao', 'Why'],
]

const names: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  vi: new Map(rows.map(([name, vietnamese]) => [name, vietnamese])),
  en: new Map(rows.map(([name, , english]) => [name, english])),
}

/** Display name of a fact of the journal or of an alert; its stored name when there is none. */
export function factName(name: string, language: Language): string {
  return names[language].get(name) ?? name
}
