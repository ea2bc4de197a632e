import type { ProposalState } from '@merchant-edge/orders/api'
import type { Language } from '@merchant-edge/pages'

const english = {
  approvals: 'Approvals',
  title: (order: string) => `Refund of order ${order}`,
  none: 'No refund waits for a second person.',
  order: 'Order',
  payment: 'Payment',
  state: 'State',
  amount: 'Amount',
  reason: 'Reason',
  proposedBy: 'Proposed by',
  proposed: 'Proposed',
  expires: 'Can be approved until',
  decidedBy: 'Decided by',
  decided: 'Decided',
  decisionReason: 'Reason of the decision',
  nothingYet: 'Nothing was returned yet. A second person approves or refuses it.',
  yours: 'You have proposed this refund: somebody else approves it. You can take it back.',
  approve: 'Approve',
  refuse: 'Refuse',
  takeBack: 'Take back',
  check: 'Check',
  back: 'The proposal',
  approveTitle: 'Approve this refund?',
  refuseTitle: 'Refuse this refund?',
  approveIt: (sum: string) => `Return ${sum}`,
  refuseIt: 'Refuse it',
  goesTo: 'The money goes back to the wallet that paid, at once. It cannot be taken back.',
  since: 'Since this was proposed, these refunds of the order were asked for:',
  orderChanged:
    'The order has changed since you looked at it, and nothing was returned. This is how it is now: look at it again.',
  reasonProblem: 'Say why, in 1 to 255 characters on one line.',
  restored:
    'You had to sign in again, and the form was not sent this time. This is what you had typed; if you had sent it before, look at the proposal first.',
  samePerson: {
    title: 'A second person is needed',
    text: 'You have proposed this refund yourself, so somebody else has to approve it. Nothing was returned.',
  },
  notOpen: {
    title: 'This cannot be decided any more',
    text: 'Somebody has decided before you, or a day has passed. What you sent has changed nothing.',
  },
  changed: {
    title: 'The order has changed',
    text: (vnd: string) =>
      `Nothing was returned: what is left of the payment is less than ${vnd}, or the order is not in a state in which it can be returned. Refuse the proposal, and propose what is left.`,
  },
  states: {
    proposed: 'Waits for a second person',
    approved: 'Approved',
    refused: 'Refused',
    expired: 'Expired',
  } satisfies Record<ProposalState, string>,
}

/** The texts of the pages of approvals. */
export type ApprovalMessages = typeof english

const vietnamese: ApprovalMessages = {
  approvals: 'Phê duyệt',
  title: (order) => `Hoàn tiền đơn hàng ${order}`,
  none: 'Không có khoản hoàn nào chờ người thứ hai.',
  order: 'Đơn hàng',
  payment: 'Khoản thanh toán',
  state: 'Trạng thái',
  amount: 'Số tiền',
  reason: 'Lý do',
  proposedBy: 'Người đề nghị',
  proposed: 'Đề nghị lúc',
  expires: 'Có thể duyệt đến',
  decidedBy: 'Người quyết định',
  decided: 'Quyết định lúc',
  decisionReason: 'Lý do quyết định',
  nothingYet: 'Chưa hoàn khoản nào. Người thứ hai duyệt hoặc từ chối.',
  yours: 'Bạn đã đề nghị khoản hoàn này: người khác sẽ duyệt. Bạn có thể rút lại.',
  approve: 'Duyệt',
  refuse: 'Từ chối',
  takeBack: 'Rút lại',
  check: 'Kiểm tra',
  back: 'Đề nghị',
  approveTitle: 'Duyệt khoản hoàn này?',
  refuseTitle: 'Từ chối khoản hoàn này?',
  approveIt: (sum) => `Hoàn ${sum}`,
  refuseIt: 'Từ chối',
  goesTo: 'Tiền trở về ví đã trả ngay lập tức. Không thể lấy lại.',
  since: 'Từ khi đề nghị này được gửi, các khoản hoàn sau của đơn hàng đã được yêu cầu:',
  orderChanged:
    'Đơn hàng đã thay đổi từ khi bạn xem và chưa hoàn khoản nào. Đây là tình trạng hiện tại: hãy xem lại.',
  reasonProblem: 'Hãy nêu lý do, 1 đến 255 ký tự trên một dòng.',
  restored:
    'Bạn đã phải đăng nhập lại và lần này biểu mẫu chưa được gửi. Đây là những gì bạn đã nhập; nếu trước đó bạn đã gửi, hãy xem đề nghị trước.',
  samePerson: {
    title: 'Cần người thứ hai',
    text: 'Chính bạn đã đề nghị khoản hoàn này nên người khác phải duyệt. Chưa hoàn khoản nào.',
  },
  notOpen: {
    title: 'Không thể quyết định nữa',
    text: 'Người khác đã quyết định trước bạn, hoặc đã quá một ngày. Những gì bạn gửi không thay đổi gì.',
  },
  changed: {
    title: 'Đơn hàng đã thay đổi',
    text: (vnd) =>
      `Chưa hoàn gì: phần còn lại của khoản thanh toán ít hơn ${vnd}, hoặc đơn không ở trạng thái hoàn được. Hãy từ chối đề nghị này và đề nghị phần còn lại.`,
  },
  states: {
    proposed: 'Chờ người thứ hai',
    approved: 'Đã duyệt',
    refused: 'Bị từ chối',
    expired: 'Hết hạn',
  },
}

/** The texts of the pages of approvals by language. */
export const approvalMessages: Readonly<Record<Language, ApprovalMessages>> = {
  vi: vietnamese,
  en: english,
}
