import type {
  AttemptMethod,
  AttemptState,
  DeliveryView,
  DifferenceVerdictKind,
  DisputeReason,
  DoubtAboutRefund,
  PaymentSource,
  ReconcileErrorCode,
  RefundOrigin,
  RefundState,
  ReleaseReason,
  TransferState,
} from '@merchant-edge/orders/api'
import type { Language } from '@merchant-edge/pages'

type Words = readonly [vietnamese: string, english: string]

/** The texts of each code of a fact; a missing code does not compile. */
type CodesOf<Code extends string> = Readonly<Record<Code, Words>>

const states: CodesOf<AttemptState | RefundState | TransferState> = {
  creating: ['đang tạo', 'being created'],
  created: ['chờ khách', 'waits for the customer'],
  create_unknown: ['chưa rõ đã tạo chưa', 'creation unknown'],
  refused: ['bị từ chối', 'refused'],
  expired: ['hết hạn', 'expired'],
  paid: ['đã trả', 'paid'],
  paying: ['đang trả', 'being paid'],
  awaiting_otp: ['chờ mã OTP', 'waits for the code'],
  confirming: ['đang kiểm tra mã', 'code being checked'],
  payment_unknown: ['chưa rõ kết quả thanh toán', 'outcome of the payment unknown'],
  held: ['đang giữ tiền', 'money held'],
  capturing: ['đang thu', 'being taken'],
  releasing: ['đang trả lại', 'being given back'],
  released: ['đã trả lại', 'given back'],
  reserved: ['đang hoàn', 'refund under way'],
  refund_unknown: ['chưa rõ kết quả hoàn tiền', 'outcome of the refund unknown'],
  presumed_refunded: ['có lẽ đã hoàn', 'presumably returned'],
  part_settled: ['đã hoàn một phần', 'partly returned'],
  refunded: ['đã hoàn', 'returned'],
  requested: ['đã yêu cầu', 'asked for'],
  succeeded: ['đã chuyển', 'made'],
  unknown: ['chưa rõ kết quả', 'outcome unknown'],
}

const disputes: CodesOf<DisputeReason> = {
  amount_mismatch: ['số tiền khác với đơn', 'the amount is not that of the order'],
  token_amount_mismatch: [
    'số tiền trong callback khác với đơn',
    'the amount in the callback is not that of the order',
  ],
  possible_double_payment: ['có thể đã trả hai lần', 'possibly paid twice'],
  payment_of_disputed_order: [
    'thêm một khoản trả cho đơn đang tranh chấp',
    'a further payment of a disputed order',
  ],
  transaction_of_other_order: [
    'giao dịch thuộc một đơn khác',
    'the transaction belongs to another order',
  ],
}

const releases: CodesOf<ReleaseReason> = {
  asked: ['cửa hàng yêu cầu', 'the shop asked for it'],
  overdue: ['giữ quá lâu', 'held too long'],
  capture_failed: ['thu không thành', 'taking it has failed'],
  superfluous: ['đơn đã được trả bằng cách khác', 'the order was paid in another way'],
  unknown_outcome: ['chưa rõ kết quả thanh toán', 'the outcome of the payment is unknown'],
}

/** Reasons other than those of a dispute, of a release and of a refusal by the service. */
const ownReasons: CodesOf<
  | 'failed_in_file'
  | 'not_returned'
  | 'not_sent'
  | 'payment_denied'
  | 'payment_failed'
  | 'settled_by_person'
> = {
  not_returned: ['một nhân viên kết luận là chưa hoàn', 'an operator has decided: not returned'],
  settled_by_person: ['một nhân viên kết luận là chưa chuyển', 'an operator has decided: not made'],
  failed_in_file: [
    'tệp của dịch vụ ghi là thất bại',
    'the file of the service reports it as failed',
  ],
  not_sent: ['chưa gửi được đến dịch vụ', 'it never reached the service'],
  payment_denied: ['một người kết luận là chưa thanh toán', 'a person has decided: not paid'],
  payment_failed: ['thanh toán không thành', 'the payment has failed'],
}

const stops: CodesOf<ReconcileErrorCode> = {
  ERR_DAYS_DIFFER: ['hai tệp của hai ngày khác nhau', 'the files are of different days'],
  ERR_FILE_NAME: ['sai tên tệp', 'a file has a wrong name'],
  ERR_CHECKSUM_KEY: ['sai khóa checksum', 'the key of the checksums is wrong'],
  ERR_ROWS_UNREADABLE: ['không đọc được dòng nào', 'no row can be read'],
  ERR_CARRIED_UNREADABLE: [
    'không đọc được các dòng của ngày trước',
    'the rows of the day before cannot be read',
  ],
  ERR_FILES_UNRELATED: ['hai tệp không thuộc về nhau', 'the files do not belong together'],
  ERR_FILE_CHANGED: ['tệp đổi trong khi đọc', 'a file changed while it was read'],
  ERR_FILE_EMPTY: ['tệp trống', 'a file is empty'],
}

/** What a late answer says of a payment that a verdict has settled as paid, besides a state. */
const lateAnswers: CodesOf<'refused' | 'otp_needed' | 'otp_wrong' | 'otp_not_checked'> = {
  refused: ['bị từ chối', 'refused'],
  otp_needed: ['chờ mã OTP', 'waits for the code'],
  otp_wrong: ['mã OTP sai', 'the code was wrong'],
  otp_not_checked: ['mã OTP chưa được kiểm tra', 'the code was not checked'],
}

/** The known states at the service; it may have others. */
const serviceStates: CodesOf<'INIT' | 'PROCESSING' | 'HOLDING' | 'SUCCESS' | 'FAIL'> = {
  INIT: ['mới tạo', 'created'],
  PROCESSING: ['đang xử lý', 'being processed'],
  HOLDING: ['đang giữ tiền', 'money held'],
  SUCCESS: ['thành công', 'success'],
  FAIL: ['không thành', 'failed'],
}

const methods: CodesOf<AttemptMethod> = {
  'web-payment': ['trang thanh toán', 'hosted page'],
  'transaction-qr': ['mã QR', 'QR code'],
  'app-to-app': ['ứng dụng', 'app'],
  'linked-wallet': ['ví đã liên kết', 'linked wallet'],
}

const sources: CodesOf<PaymentSource> = {
  callback: ['callback', 'a callback'],
  poll: ['hỏi lại', 'a poll'],
  'linked-wallet': ['câu trả lời của ví liên kết', 'the answer of the linked wallet'],
  person: ['kết luận của nhân viên', 'word of a person'],
  file: ['tệp đối soát của dịch vụ', 'daily file of the service'],
}

const failures: CodesOf<NonNullable<DeliveryView['failure']>> = {
  timeout: ['không trả lời kịp', 'no answer in time'],
  connection: ['không kết nối được', 'no connection'],
  status: ['trả lời mã khác 2xx', 'answered with another status than 2xx'],
  no_body: ['không có gì để gửi', 'nothing could be sent'],
  not_signed: ['khóa không ký được', 'a key cannot sign'],
}

const doubts: CodesOf<DoubtAboutRefund> = {
  exceeds: ['nhiều hơn số còn lại của đơn', 'more than is left of the order'],
  may_be_ours: ['có thể là khoản hoàn của chúng ta', 'it may be a refund of ours'],
  differs: ['khác với khoản đã ghi', 'it differs from the record'],
}

const kinds: CodesOf<'payment' | 'refund' | 'transfer'> = {
  payment: ['thanh toán', 'payment'],
  refund: ['hoàn tiền', 'refund'],
  transfer: ['chuyển tiền', 'transfer'],
}

const deliveries: CodesOf<'open' | 'done' | 'dead'> = {
  open: ['đang chờ', 'waits'],
  done: ['đã nhận', 'delivered'],
  dead: ['đã thôi gửi', 'given up'],
}

const verdicts: CodesOf<DifferenceVerdictKind> = {
  ours: ['dòng của chúng ta đúng', 'our row is right'],
  service: ['dòng của dịch vụ đúng', 'the row of the service is right'],
  explained: ['cả hai đúng', 'both are right'],
}

const roles: CodesOf<'money' | 'view'> = {
  money: ['được xử lý tiền', 'may act on money'],
  view: ['chỉ được xem', 'may look only'],
}

const origins: CodesOf<RefundOrigin> = {
  shop: ['cửa hàng', 'the shop'],
  elsewhere: ['làm ở nơi khác', 'made elsewhere'],
}

const tables: ReadonlyMap<string, Readonly<Record<string, Words>>> = new Map<
  string,
  Readonly<Record<string, Words>>
>([
  ['asked', states],
  ['code', stops],
  ['doubt', doubts],
  ['failure', failures],
  ['found_by', sources],
  ['method', methods],
  ['origin', origins],
  ['pay_status', serviceStates],
  ['reason', { ...disputes, ...releases, ...ownReasons }],
  ['role', roles],
  ['state', states],
  ['state_before', deliveries],
  ['step', states],
  ['transaction_status', serviceStates],
  ['says', { ...serviceStates, ...lateAnswers }],
  ['verdict', verdicts],
  ['what', kinds],
])

/**
 * The text of a fact's code for a person; `undefined` when the fact has no codes, or when only the
 * service knows the code.
 */
export function textOfCode(name: string, code: string, language: Language): string | undefined {
  const table = tables.get(name)
  if (table === undefined || !Object.hasOwn(table, code)) return undefined
  return table[code]?.[language === 'vi' ? 0 : 1]
}
