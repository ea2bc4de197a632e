import { settledByInVietnamese } from '@merchant-edge/contract/vi'
import type { TranslatedSentence } from './translate-sentences.ts'

const failures: ReadonlyMap<string, string> = new Map([
  ['it could not be signed again', 'không ký lại được'],
  ['no connection could be made', 'không kết nối được'],
  ['the connection failed', 'mất kết nối'],
])

/** The content of an answer that is not one of the service. */
function answerNamed(what: string): string {
  const [, bytes = ''] = /^(\d+) bytes without an envelope$/.exec(what) ?? []
  if (bytes !== '') return `${bytes} byte không phải dạng trả lời của dịch vụ`
  if (what === 'too many bytes') return 'nội dung quá dài'
  return what.startsWith('meta.code') ? what : 'một chuyển hướng, không được đi theo'
}

function answerOfAnother(...named: readonly string[]): string {
  const [name = '', status = '', type = '', what = ''] = named
  const shownType = type === 'no content type' ? 'không có kiểu nội dung' : type
  return `${name}: trả lời không phải của dịch vụ: HTTP ${status}, ${shownType}, ${answerNamed(what)}.`
}

/** A sentence without named parts. */
function fixed(english: string, vietnamese: string): TranslatedSentence {
  return [english, () => vietnamese]
}

/** The messages of the API client about a call without an answer, sentence by sentence. */
export const clientSentences: readonly TranslatedSentence[] = [
  [
    /^(\w+): what answered is not the service: HTTP (\d+), (.{1,60}), (a redirect, which is not followed|too many bytes|\d+ bytes without an envelope|meta\.code \d+)\. /,
    answerOfAnother,
  ],
  [/^(\w+) was aborted by its caller\./, (name) => `${name} đã bị bên gọi ngắt.`],
  [
    /^(\w+): (it could not be signed again|no connection could be made|the connection failed)\./,
    (name, what = '') => `${name}: ${failures.get(what)}.`,
  ],
  [/^(\w+) was not answered in time\./, (name) => `${name} không được trả lời kịp thời.`],
  [
    /^(\w+): the service accepted with (\d+), but its data is not as specified: [^]*?\. (?=Ask again later\.$|Take it as done\. )/,
    (name, code) => `${name}: dịch vụ chấp nhận với mã ${code}, nhưng dữ liệu không đúng đặc tả.`,
  ],
  [
    /^(\w+) was not sent\. The key cannot be used: [^]*$/,
    (name) =>
      `${name} chưa được gửi: khóa bí mật không dùng được. Hãy chạy \`merchant-edge doctor\` để biết khóa sai ở đâu.`,
  ],
  fixed('It took no effect.', 'Lần gọi không có hiệu lực.'),
  fixed('Ask again later.', 'Hãy hỏi lại sau.'),
  fixed(
    'It may have taken effect: send nothing new in its place.',
    'Có thể đã có hiệu lực: đừng gửi gì mới thay cho nó.',
  ),
  fixed('It may have taken effect: do not send it again.', 'Có thể đã có hiệu lực: đừng gửi lại.'),
  fixed('Take it as done.', 'Hãy coi như đã thực hiện.'),
  fixed('Ask the service before it is sent again.', 'Hãy hỏi dịch vụ trước khi gửi lại.'),
  ...[...settledByInVietnamese].map(([english, vietnamese]) => fixed(english, vietnamese)),
]

/** The messages of the orders Worker about its own settings, sentence by sentence. */
export const settingSentences: readonly TranslatedSentence[] = [
  [
    /^MONEY_PAUSED of the orders Worker is set: [^]*$/,
    () =>
      'MONEY_PAUSED của Worker orders đang được đặt: không khoản nào được hoàn, chuyển, trừ, thu hay trả lại. Hãy xóa thiết lập này khi lý do tạm dừng không còn.',
  ],
  [
    /^FILES holds the daily files of (\w+) (\S+), and this deployment has (\S+)\.(?: |$)/,
    (name, bound, asked) =>
      `FILES chứa tệp đối soát của ${name} ${bound}, còn bản triển khai này có ${asked}.`,
  ],
  fixed(
    'FILES has an owner.json that is not one of this system.',
    'FILES có owner.json không phải của hệ thống này.',
  ),
  fixed(
    'FILES has no owner.json, and holds partner files that this database has not written.',
    'FILES không có owner.json, và chứa tệp đối tác mà cơ sở dữ liệu này không ghi.',
  ),
  [
    /^Bind the bucket of this environment \((\S+), [^)]*\)\./,
    (guide) => `Hãy gắn bucket của môi trường này (xem ${guide}).`,
  ],
]
