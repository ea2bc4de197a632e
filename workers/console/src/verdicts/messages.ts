import type { Language } from '@merchant-edge/pages'
import { correctionsInEnglish, correctionsInVietnamese } from './correction-messages.ts'

const english = {
  ...correctionsInEnglish,
  verdicts: 'Verdicts',
  intro:
    'What nothing but a person can settle. Look it up first: at the service, on the merchant web site, or in the daily file.',
  question: 'What is true?',
  check: 'Check',
  confirmTitle: 'Is this right?',
  stays: 'Your verdict is recorded in the journal under your name.',
  doIt: 'Settle it so',
  answer: 'Verdict',
  transaction: 'Transaction id of the service',
  restored:
    'You had to sign in again, and the form was not sent this time. This is what you had typed; if you had sent it before, look at what it is about first.',
  problems: {
    choice: 'Choose one.',
    reason: 'Say where you know it from, in 1 to 255 characters on one line.',
    transactionId:
      'Give the transaction id that the service has for this and nothing else, 1 to 64 characters without spaces.',
  },
  settled: {
    title: 'This is settled already',
    text: 'Nothing was changed by your form.',
    by: 'How it was settled',
    why: 'Why',
    at: 'When',
    difference: 'The difference of the daily files',
  },
  notDecided: {
    title: 'Your verdict is recorded',
    text: 'The difference of the daily files was to be decided with it, and it is not known whether that has happened. Look at the difference, and decide it where it is still open.',
  },
  stillOpen:
    'This is still open, and nothing was changed: a call to the service is under way, or what you chose does not fit what is known. This is what you had typed; look at it beside what is known now.',
  notDenied:
    'The wallet was asked, and does not deny the payment for good: it gave no answer to rely on, or the order can still be paid. Nothing was changed; ask again later.',
  refund: {
    title: (id: string) => `Verdict on refund ${id}`,
    choices: {
      refunded: ['It was returned', 'All of it is back in the wallet.'],
      money: ['The money alone was returned', 'The points are still owed.'],
      points: ['The points alone were returned', 'The money is still owed.'],
      not_refunded: ['It was not returned', 'What was reserved can be returned by a new refund.'],
    },
    owedChoices: {
      refunded: ['What is owed was returned', 'All of the refund is back in the wallet.'],
      not_refunded: [
        'What is owed was not returned',
        'What is back stays; the rest can be returned by a new refund.',
      ],
    },
  },
  dispute: {
    title: (id: string) => `Verdict on payment ${id}`,
    choices: {
      accept: ['It pays this order', 'The order counts as paid by it.'],
      accept_instead: [
        'It pays this order, and the payment that counts was never made',
        'A person has called that one paid, and the service knows of no such payment. This one takes its place, and nothing is returned. If the service names that one later, it is disputed.',
      ],
      release: [
        'It is that of another order, or the same payment under another name',
        'This order is not paid by it, and nothing is returned.',
      ],
      never_made: [
        'It was never made',
        'A person has called it paid, and the service knows of no such payment. It then counts as not paid, and nothing is returned. If the service names it later, it is disputed again.',
      ],
      return: ['It is to be returned', 'Leads to the form of a refund; nothing happens yet.'],
    },
  },
  reopening: {
    title: (id: string) => `Take back the release of payment ${id}`,
    choices: {
      reopen: [
        'It is a payment of its own after all',
        'The order is disputed again. You then accept the payment, return it or release it.',
      ],
    },
    warning:
      'A person has released this payment from the order, or has said that it was never made. First look up at the service whether money has moved for it, and whether it was returned at the merchant site meanwhile: what was returned there must not be returned here once more. Nothing is accepted or returned by this.',
  },
  linked: {
    title: (id: string) => `Verdict on the linked payment ${id}`,
    choices: {
      paid: ['The wallet was charged', 'Needs the transaction id where it is not known.'],
      not_paid: ['The wallet was not charged', 'Nothing was taken and nothing is held.'],
    },
  },
  unconfirmed: {
    title: (id: string) => `Verdict on the payment of order ${id}`,
    choices: {
      none: [
        'There is no payment',
        'The wallet is asked once more. Where it denies the payment, or knows no such order, the order is expired and the shop is told; a late payment still counts.',
      ],
    },
  },
  transfer: {
    title: (id: string) => `Verdict on transfer ${id}`,
    choices: {
      succeeded: ['It arrived', 'Needs the transaction id.'],
      refused: ['It was not made', 'The money may go out by a new transfer, under a new id.'],
    },
  },
  lists: {
    refunds: 'Refunds of open outcome',
    differences: 'Differences of the daily files',
    allDifferences: 'All of them, the oldest first',
    ofDay: (count: number, written: string) =>
      `${written} ${count === 1 ? 'difference' : 'differences'}`,
    disputed: 'Payments in dispute',
    linked: 'Payments with linked wallets of unknown outcome',
    unconfirmed: 'Orders that only a callback reports as paid',
    transfers: 'Transfers of unknown outcome',
    nothing: 'Nothing waits for a verdict here.',
    decide: 'Decide',
    more: 'There are more.',
  },
}

/** Texts of the pages of verdicts. */
export type VerdictMessages = typeof english

const vietnamese: VerdictMessages = {
  ...correctionsInVietnamese,
  verdicts: 'Kết luận',
  intro:
    'Những việc chỉ con người mới kết luận được. Trước hết hãy tra cứu: ở dịch vụ, trên trang đối tác, hoặc trong tệp đối soát.',
  question: 'Kết quả thực tế là gì?',
  check: 'Kiểm tra',
  confirmTitle: 'Xác nhận kết luận?',
  stays: 'Kết luận của bạn được ghi vào nhật ký cùng với tên bạn.',
  doIt: 'Kết luận như vậy',
  answer: 'Kết luận',
  transaction: 'Mã giao dịch của dịch vụ',
  restored:
    'Bạn đã phải đăng nhập lại và lần này biểu mẫu chưa được gửi. Đây là những gì bạn đã nhập; nếu trước đó bạn đã gửi, hãy xem nội dung liên quan trước.',
  problems: {
    choice: 'Hãy chọn một.',
    reason: 'Hãy nêu bạn biết từ đâu, 1 đến 255 ký tự trên một dòng.',
    transactionId:
      'Hãy nhập mã giao dịch mà dịch vụ dùng cho riêng khoản này, 1 đến 64 ký tự không có khoảng trắng.',
  },
  settled: {
    title: 'Việc này đã được kết luận',
    text: 'Biểu mẫu của bạn không thay đổi gì.',
    by: 'Đã kết luận bằng',
    why: 'Lý do',
    at: 'Lúc',
    difference: 'Chênh lệch của tệp đối soát',
  },
  notDecided: {
    title: 'Kết luận của bạn đã được ghi',
    text: 'Chênh lệch của tệp đối soát lẽ ra được kết luận cùng lúc, và chưa rõ việc đó đã xảy ra chưa. Hãy xem chênh lệch đó và kết luận nếu nó vẫn còn mở.',
  },
  stillOpen:
    'Việc này vẫn còn mở và chưa có gì thay đổi: đang có lần gọi đến dịch vụ, hoặc lựa chọn của bạn không khớp với những gì đã biết. Đây là những gì bạn đã nhập; hãy so với những gì đang biết.',
  notDenied:
    'Dịch vụ đã được hỏi và chưa phủ nhận hẳn khoản thanh toán: dịch vụ không trả lời rõ ràng, hoặc đơn vẫn còn có thể thanh toán. Chưa có gì thay đổi; hãy hỏi lại sau.',
  refund: {
    title: (id) => `Kết luận về khoản hoàn ${id}`,
    choices: {
      refunded: ['Đã hoàn', 'Toàn bộ đã trở về ví.'],
      money: ['Chỉ tiền đã hoàn', 'Điểm vẫn còn nợ.'],
      points: ['Chỉ điểm đã hoàn', 'Tiền vẫn còn nợ.'],
      not_refunded: ['Chưa hoàn', 'Phần đã giữ có thể hoàn bằng một khoản hoàn mới.'],
    },
    owedChoices: {
      refunded: ['Phần còn nợ đã hoàn', 'Toàn bộ khoản hoàn đã trở về ví.'],
      not_refunded: [
        'Phần còn nợ chưa hoàn',
        'Phần đã hoàn giữ nguyên; phần còn lại có thể hoàn bằng một khoản hoàn mới.',
      ],
    },
  },
  dispute: {
    title: (id) => `Kết luận về khoản thanh toán ${id}`,
    choices: {
      accept: ['Là của đơn này', 'Đơn được tính là đã thanh toán bằng khoản này.'],
      accept_instead: [
        'Là của đơn này, còn khoản đang được tính chưa từng được thanh toán',
        'Một người đã kết luận khoản kia là đã trả, còn dịch vụ không biết khoản nào như vậy. Khoản này thay cho nó, và không hoàn gì. Nếu sau này dịch vụ nêu khoản kia, nó là khoản tranh chấp.',
      ],
      release: [
        'Là của đơn khác, hoặc chính là khoản kia dưới mã khác',
        'Đơn này không được thanh toán bằng khoản này, và không hoàn gì.',
      ],
      never_made: [
        'Chưa từng được thanh toán',
        'Một người đã kết luận là đã trả, còn dịch vụ không biết khoản nào như vậy. Khoản này khi đó được tính là chưa thanh toán, và không hoàn gì. Nếu sau này dịch vụ nêu nó, nó lại là khoản tranh chấp.',
      ],
      return: ['Cần hoàn lại', 'Dẫn đến biểu mẫu hoàn tiền; chưa có gì xảy ra.'],
    },
  },
  reopening: {
    title: (id) => `Rút lại việc tách khoản thanh toán ${id}`,
    choices: {
      reopen: [
        'Đây vẫn là một khoản thanh toán riêng',
        'Đơn lại có tranh chấp. Sau đó bạn chấp nhận khoản này, hoàn lại hoặc tách ra.',
      ],
    },
    warning:
      'Một người đã tách khoản này khỏi đơn, hoặc đã nói rằng nó chưa từng được thanh toán. Trước hết hãy tra tại dịch vụ xem có tiền nào đã đi cho khoản này không, và khoản này đã được hoàn trên trang web dành cho đối tác chưa: đã hoàn ở đó thì không được hoàn ở đây nữa. Việc này không chấp nhận và không hoàn gì.',
  },
  linked: {
    title: (id) => `Kết luận về khoản trả bằng ví liên kết ${id}`,
    choices: {
      paid: ['Ví đã bị trừ tiền', 'Cần mã giao dịch nếu chưa biết.'],
      not_paid: ['Ví chưa bị trừ tiền', 'Không thu và không giữ khoản nào.'],
    },
  },
  unconfirmed: {
    title: (id) => `Kết luận về thanh toán của đơn ${id}`,
    choices: {
      none: [
        'Không có khoản thanh toán nào',
        'Dịch vụ được hỏi thêm một lần. Nếu dịch vụ phủ nhận hoặc không biết đơn này, đơn hết hạn và cửa hàng được báo; khoản thanh toán đến muộn vẫn được tính.',
      ],
    },
  },
  transfer: {
    title: (id) => `Kết luận về khoản chuyển ${id}`,
    choices: {
      succeeded: ['Tiền đã đến', 'Cần mã giao dịch.'],
      refused: ['Chưa chuyển', 'Có thể chuyển bằng một khoản chuyển mới, với mã mới.'],
    },
  },
  lists: {
    refunds: 'Khoản hoàn chưa rõ kết quả',
    differences: 'Chênh lệch của tệp đối soát',
    allDifferences: 'Tất cả, cũ nhất trước',
    ofDay: (_count, written) => `${written} chênh lệch`,
    disputed: 'Khoản thanh toán đang tranh chấp',
    linked: 'Khoản trả bằng ví liên kết chưa rõ kết quả',
    unconfirmed: 'Đơn chỉ có callback báo đã thanh toán',
    transfers: 'Khoản chuyển chưa rõ kết quả',
    nothing: 'Không có gì chờ kết luận ở đây.',
    decide: 'Kết luận',
    more: 'Còn nữa.',
  },
}

/** The texts of the pages of verdicts by language. */
export const verdictMessages: Readonly<Record<Language, VerdictMessages>> = {
  vi: vietnamese,
  en: english,
}
