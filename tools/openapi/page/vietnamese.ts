import { settledByInVietnamese } from '@merchant-edge/contract/vi'
import type { OpenApiDocument, Operation } from '../document/open-api-document.ts'
import { summariesInVietnamese } from './summaries.vi.ts'

/**
 * The phrases of the descriptions of calls and documents, with their Vietnamese; longer ones first.
 */
const phrases: readonly (readonly [english: string, vietnamese: string])[] = [
  ['Do not repeat it when its outcome is unknown.', 'Đừng gửi lại khi chưa rõ kết quả.'],
  ...settledByInVietnamese,
  ['After an unknown outcome:', 'Khi chưa rõ kết quả:'],
  ['Read-only; may be repeated.', 'Chỉ đọc; có thể gửi lại.'],
  ['Changes state.', 'Làm thay đổi trạng thái.'],
  ['Open points:', 'Điểm còn để ngỏ:'],
  [
    'Every call of Specification 4.2 to 4.11, as Merchant Edge implements it. docs/gaps.md lists the points that the specification leaves open, each with a number',
    'Mọi lệnh gọi của mục 4.2 đến 4.11 trong đặc tả, theo cách Merchant Edge hiện thực. docs/gaps.md liệt kê các điểm mà đặc tả để ngỏ, mỗi điểm một số',
  ],
  [
    "The API of the checkout Worker for the shop's backend and for the merchant's operators, and the address that receives callbacks. Every request is safe to repeat.",
    'API của Worker checkout cho hệ thống của cửa hàng và cho nhân viên của đơn vị bán hàng, cùng địa chỉ nhận callback. Mọi yêu cầu đều gửi lại được an toàn.',
  ],
  ['and on).', 'trở đi).'],
  ['Specification', 'Đặc tả'],
]

/** Titles of documents and of groups of calls. */
const titles: ReadonlyMap<string, string> = new Map([
  ['Wallet service, merchant API', 'Dịch vụ ví, API cho đơn vị bán hàng'],
  ['Merchant Edge, Workers', 'Merchant Edge, các Worker'],
  ['Transaction QR', 'QR giao dịch'],
  ['Web payment', 'Thanh toán trên web'],
  ['Money transfer', 'Chuyển tiền'],
  ['Refund', 'Hoàn tiền'],
  ['Membership', 'Thành viên'],
  ['Gift codes', 'Mã quà tặng'],
  ['Point top-up', 'Nạp điểm'],
  ['Loyalty over the gateway', 'Khách hàng thân thiết qua cổng'],
  ['E-voucher', 'Voucher điện tử'],
  ['Linked account', 'Ví liên kết'],
  ['Orders', 'Đơn hàng'],
  ['Linked wallets', 'Ví liên kết'],
  ['Transfers', 'Khoản chuyển'],
  ['Loyalty', 'Khách hàng thân thiết'],
  ['Daily files', 'Tệp đối soát'],
  ['Operators', 'Nhân viên'],
  ['Callbacks', 'Callback'],
])

function missing(english: string, place: string): Error {
  return new Error(
    `The API page has no Vietnamese for "${english}". Add it to ${place} in tools/openapi/page.`,
  )
}

function titleInVietnamese(english: string): string {
  const text = titles.get(english)
  if (text === undefined) throw missing(english, '`titles` of vietnamese.ts')
  return text
}

function summaryInVietnamese(english: string, operationId: string): string {
  const text = summariesInVietnamese.get(operationId)
  if (text === undefined) throw missing(english, `summaries.vi.ts, under "${operationId}",`)
  return text
}

/** A line of a description: a call over the gateway has its own summary. */
function descriptionLine(line: string): string {
  const [, call = '', name = ''] = /^(- `\w+` \((\w+)\): )/.exec(line) ?? []
  if (call !== '') return call + summaryInVietnamese(line, name)
  const text = phrases.reduce(
    (done, [english, vietnamese]) => done.replaceAll(english, vietnamese),
    line,
  )
  // English text that is left over is a sentence without a phrase.
  if (/(?<!\p{L})(?:the|is|and|with|to|of)(?!\p{L})/u.test(text)) {
    throw missing(text, '`phrases` of vietnamese.ts')
  }
  return text
}

function operationInVietnamese(operation: Operation): Operation {
  const { operationId, summary, description } = operation
  return {
    ...operation,
    summary: summaryInVietnamese(summary, operationId),
    ...(description !== undefined && {
      description: description.split('\n').map(descriptionLine).join('\n'),
    }),
  }
}

/**
 * An OpenAPI document with its titles and the texts of its calls in Vietnamese. The texts of fields
 * and of parameters stay in English: the page looks up the Vietnamese of each that it shows.
 *
 * @throws Error when a text has no Vietnamese
 */
export function inVietnamese(document: OpenApiDocument): OpenApiDocument {
  const { info, tags, paths } = document
  return {
    ...document,
    info: {
      ...info,
      title: titleInVietnamese(info.title),
      description: descriptionLine(info.description),
    },
    tags: tags.map((tag) => ({ ...tag, name: titleInVietnamese(tag.name) })),
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, { servers, ...operations }]) => [
        path,
        {
          ...(servers !== undefined && { servers }),
          ...Object.fromEntries(
            Object.entries(operations).map(([method, operation]: [string, Operation]) => [
              method,
              operationInVietnamese({
                ...operation,
                tags: operation.tags.map((tag) => titleInVietnamese(tag)),
              }),
            ]),
          ),
        },
      ]),
    ),
  }
}
