import type { AnyEndpoint } from '@merchant-edge/contract'
import { confirmOrder, createOnlineTransaction } from '@merchant-edge/contract/linked-account'
import { transferMoney } from '@merchant-edge/contract/money-transfer'
import { refundOrder } from '@merchant-edge/contract/refund'
import { refusalOf } from '@merchant-edge/contract/refusals'
import { queryOrder } from '@merchant-edge/contract/transaction-qr'
import { vietnameseOf } from '@merchant-edge/contract/vi'
import type { Language } from '@merchant-edge/pages'
import { clientSentences, settingSentences } from './client-sentences.vi.ts'
import { textOfCode } from './fact-codes.ts'
import {
  translateSentences,
  type Translate,
  type TranslatedSentence,
} from './translate-sentences.ts'

/** The endpoint whose codes an alert or a line of the journal names. */
function endpointOf(kind: string): AnyEndpoint {
  if (kind.startsWith('refund')) return refundOrder
  if (kind.startsWith('transfer')) return transferMoney
  if (/hold|capture/.test(kind)) return confirmOrder
  return /link|^payment/.test(kind) ? createOnlineTransaction : queryOrder
}

/**
 * The cause of a refusal code of the service, in one sentence.
 *
 * @param kind kind of the alert or of the line of the journal that names the code
 */
export function causeOf(kind: string, code: number, language: Language): string | undefined {
  const endpoint = endpointOf(kind)
  return language === 'vi' ? vietnameseOf(endpoint, code)?.cause : refusalOf(endpoint, code)?.cause
}

const status: Translate = (said = '') =>
  `Dịch vụ trả lời trạng thái: ${textOfCode('transaction_status', said, 'vi') ?? said}.`

/**
 * The sentences of the order store in Vietnamese.
 *
 * @param kind kind of the alert or of the line of the journal that has the sentence
 */
function sentencesOfStore(kind: string): readonly TranslatedSentence[] {
  const refused =
    (before: string): Translate =>
    (code) => {
      const cause = causeOf(kind, Number(code), 'vi')
      return cause && `${before}: ${cause}`
    }
  return [
    [
      /^the query says SUCCESS and names no transaction$/,
      () => 'Dịch vụ trả lời thành công mà không nêu giao dịch.',
    ],
    [/^the query says (\S+)$/, status],
    [/^the query was answered with another order$/, () => 'Dịch vụ trả lời về một đơn khác.'],
    [/^the query was refused with (\d+) \S+$/, refused('Dịch vụ từ chối câu hỏi')],
    [/^confirmOrder was refused with (\d+) \S+$/, refused('Dịch vụ từ chối yêu cầu')],
    [
      /^(?:the query|confirmOrder) was answered with the unlisted code (\d+)$/,
      (code) => `Dịch vụ trả lời mã ${code}, không có trong bảng mã.`,
    ],
    [/^confirmOrder was answered with the status (.+)$/, status],
    [/^(\d{7}) \w+(?:: .*)?$/s, refused('Dịch vụ từ chối')],
    [
      /^the service has given its order id to another payment before$/,
      () => 'Dịch vụ đã dùng mã đơn này cho một khoản thanh toán trước đó.',
    ],
    [/^payment page on a foreign origin$/, () => 'Trang thanh toán ở một địa chỉ không được phép.'],
    [/^link page on a foreign origin$/, () => 'Trang liên kết ở một địa chỉ không được phép.'],
    [
      /^the transaction of the answer belongs to another transfer$/,
      () => 'Giao dịch mà dịch vụ nêu thuộc một khoản chuyển khác.',
    ],
    [/^the customer was erased$/, () => 'Dữ liệu của khách đã được xóa.'],
    [/^LINK_SECRET is not set$/, () => 'Chưa đặt LINK_SECRET.'],
    [/^unlisted$/, () => 'Dịch vụ trả lời mã không có trong bảng mã.'],
    [/^unknown$/, () => 'Không có câu trả lời tin được.'],
    [/^not_sent$/, () => 'Chưa gửi được đến dịch vụ.'],
    [/^unknown error$/, () => 'Lỗi không rõ.'],
    [
      /^These are no names of daily files for (\S+), or their day [^]*$/,
      (partner) =>
        `Đây không phải tên tệp đối soát của ${partner}, hoặc ngày của tệp chưa kết thúc, không được theo dõi, hoặc đã quá lâu: không ai đọc các tệp này.`,
    ],
    [
      /^Name a file (\S+)_TRAN\.csv or [^]*$/,
      (form) =>
        `Nếu đúng là tệp đối soát, hãy đặt tên ${form}_TRAN.csv hoặc ${form}_RESULT_TRAN.csv, theo đúng ngày của tệp; nếu không, hãy lấy tệp đi. Tệp của một ngày trước thì so bằng "merchant-edge reconcile".`,
    ],
  ]
}

/**
 * Sentences of the order store, and of the API client and the orders Worker that it passes on, in
 * Vietnamese; `undefined` for other sentences.
 */
export function vietnameseSentence(sentence: string, kind: string): string | undefined {
  return translateSentences(sentence, [
    ...sentencesOfStore(kind),
    ...clientSentences,
    ...settingSentences,
  ])
}

/** An English sentence with the cause that belongs to its code. */
export function englishSentence(sentence: string, kind: string): string | undefined {
  const [, before = '', code = ''] =
    /^(the query was refused|confirmOrder was refused|)(?: with )?(\d{7}) \w+(?:: .*)?$/s.exec(
      sentence,
    ) ?? []
  const cause = causeOf(kind, Number(code), 'en')
  if (code === '' || cause === undefined) return undefined
  return before === '' ? cause : `${before}: ${cause}`
}
