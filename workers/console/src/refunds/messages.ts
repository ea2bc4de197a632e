import type { Language } from '@merchant-edge/pages'

const english = {
  refunds: 'Refunds',
  title: (order: string) => `Return money of order ${order}`,
  payment: 'Payment',
  counts: 'the one that counts',
  extra: 'a payment that a person has to look at',
  left: 'Left to return',
  vnd: 'Money in VND',
  points: 'Points',
  check: 'Check',
  confirmTitle: 'Is this right?',
  goesTo: 'The money goes back to the wallet that paid. It cannot be taken back.',
  needsApproval:
    'This is above the limit of one operator: nothing is returned until a second person approves it. It will wait for a day under',
  propose: (sum: string) => `Propose to return ${sum}`,
  sum: 'Sum',
  doIt: (sum: string) => `Return ${sum}`,
  problems: {
    payment: 'Choose the payment to return.',
    sum: 'Give a whole number, such as 120000.',
    tooMuch: 'This is more than what is left of this payment.',
    nothing: 'Give money, points or both.',
    reason: 'Say why, in 1 to 255 characters on one line.',
  },
  nothingLeft: {
    title: 'Nothing is left to return',
    text: 'The order is not paid, or everything of it is returned or on its way back.',
  },
  changed:
    'The order has changed since you opened this form, so nothing was returned. This is what you had typed, beside what is left now: look at the sums again.',
  typedStays:
    'This is what you had typed, beside what is left now: return it only if it is owed besides.',
  youTyped: 'You had typed',
  restored:
    'You had to sign in again, and the form was not sent this time. This is what you had typed; if you had sent it before, look at the order first.',
  taken: {
    title: 'Somebody else was faster',
    text: ({ who, sum, state }: { who: string; sum: string; state: string }) =>
      `${who} asked for a refund of ${sum} of this order while your form was open. Its state: ${state}. Yours was not sent, and nothing was returned twice.`,
  },
  proposed: {
    title: 'Somebody else has proposed a refund',
    text: (who: string, sum: string) =>
      `${who} proposed to return ${sum} of this order while your form was open. Yours was not sent.`,
  },
  approvals: 'Approvals',
  proposal: 'The proposal',
  somebody: 'Another operator',
  noRefunds: 'No refund fits.',
  wrongFilter: 'The filter or the page of the list is out of date. Begin at the first page.',
  clear: 'Clear',
  order: 'Order',
}

/** Texts of the pages of refunds. */
export type RefundMessages = typeof english

const vietnamese: RefundMessages = {
  refunds: 'Hoàn tiền',
  title: (order) => `Hoàn tiền đơn hàng ${order}`,
  payment: 'Khoản thanh toán',
  counts: 'khoản chính của đơn',
  extra: 'khoản cần người xem xét',
  left: 'Còn có thể hoàn',
  vnd: 'Số tiền (VND)',
  points: 'Điểm',
  check: 'Kiểm tra',
  confirmTitle: 'Xác nhận hoàn tiền?',
  goesTo: 'Tiền được hoàn về ví đã thanh toán và không thể lấy lại.',
  needsApproval:
    'Số tiền vượt hạn mức của một nhân viên: chưa hoàn gì cho đến khi người thứ hai duyệt. Đề nghị chờ trong một ngày tại',
  propose: (sum) => `Đề nghị hoàn ${sum}`,
  sum: 'Tổng',
  doIt: (sum) => `Hoàn ${sum}`,
  problems: {
    payment: 'Hãy chọn khoản thanh toán cần hoàn.',
    sum: 'Hãy nhập số nguyên, ví dụ 120000.',
    tooMuch: 'Nhiều hơn phần còn lại của khoản này.',
    nothing: 'Hãy nhập tiền, điểm hoặc cả hai.',
    reason: 'Hãy nêu lý do, 1 đến 255 ký tự trên một dòng.',
  },
  nothingLeft: {
    title: 'Không còn gì để hoàn',
    text: 'Đơn chưa được thanh toán, hoặc đã hoàn hết hay đang hoàn.',
  },
  changed:
    'Đơn hàng đã thay đổi từ khi bạn mở biểu mẫu, nên chưa hoàn gì. Đây là những gì bạn đã nhập, bên cạnh số còn có thể hoàn: hãy xem lại các khoản tiền.',
  typedStays:
    'Đây là những gì bạn đã nhập, bên cạnh số còn có thể hoàn: chỉ hoàn nếu còn nợ thêm khoản này.',
  youTyped: 'Bạn đã nhập',
  restored:
    'Bạn đã phải đăng nhập lại và lần này biểu mẫu chưa được gửi. Đây là những gì bạn đã nhập; nếu trước đó bạn đã gửi, hãy xem đơn hàng trước.',
  taken: {
    title: 'Người khác đã làm trước',
    text: ({ who, sum, state }) =>
      `${who} đã yêu cầu hoàn ${sum} của đơn này khi biểu mẫu của bạn đang mở. Trạng thái: ${state}. Biểu mẫu của bạn không được gửi, và không khoản nào bị hoàn hai lần.`,
  },
  proposed: {
    title: 'Người khác đã đề nghị hoàn tiền',
    text: (who, sum) =>
      `${who} đã đề nghị hoàn ${sum} của đơn này khi biểu mẫu của bạn đang mở. Biểu mẫu của bạn không được gửi.`,
  },
  approvals: 'Phê duyệt',
  proposal: 'Đề nghị',
  somebody: 'Một nhân viên khác',
  noRefunds: 'Không có khoản hoàn phù hợp.',
  wrongFilter: 'Bộ lọc hoặc trang của danh sách đã cũ. Hãy bắt đầu từ trang đầu.',
  clear: 'Xóa bộ lọc',
  order: 'Đơn hàng',
}

/** The texts of the pages of refunds by language. */
export const refundMessages: Readonly<Record<Language, RefundMessages>> = {
  vi: vietnamese,
  en: english,
}
