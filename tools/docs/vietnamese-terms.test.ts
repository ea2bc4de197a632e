import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const repository = join(import.meta.dirname, '../..')

/**
 * Words that have a term of their own in every text for people, and why they are not used. A reader
 * who meets two words takes them for two things.
 */
const replaced: readonly (readonly [word: RegExp, term: string])[] = [
  [/lệnh chuyển/i, 'khoản chuyển'],
  [/lệnh hoàn/i, 'khoản hoàn'],
  [/khác biệt/i, 'chênh lệch: a difference of the daily files'],
  [/điểm bán/i, 'quầy: a terminal of a store'],
  [/cộng điểm/i, 'nạp điểm: a top-up of points'],
  [/hội viên/i, 'thành viên'],
  [/diễn biến/i, 'dòng thời gian'],
  [/trang quản lý/i, 'trang đối tác: the merchant site of the service'],
  [/máy POS/i, 'quầy'],
  [/tệp hằng ngày/i, 'tệp đối soát'],
  [/chưa xác định|chưa biết kết quả/i, 'chưa rõ kết quả'],
  [/lệnh này chưa|một lệnh mới/i, 'khoản chuyển'],
  [/bỏ lọc/i, 'xóa bộ lọc'],
  [/mã kiểm tra|khóa kiểm tra/i, 'checksum, khóa checksum'],
  [/(?<!\p{L})mã ví(?!\p{L})/iu, 'mã giao dịch ví'],
  // One spelling: the mark of the tone on the first vowel, as everywhere in the product.
  [/o[áàảãạ](?!\p{L})|(?<!q)u[ýỳỷỹỵ](?!\p{L})/iu, 'óa, òa, ủy'],
]

interface Found {
  readonly place: string
  readonly term: string
}

function findIn(path: string): Found[] {
  const lines = readFileSync(join(repository, path), 'utf8').split('\n')
  return lines.flatMap((line, index) =>
    replaced
      .filter(([word]) => word.test(line))
      .map(([, term]) => ({ place: `${path}:${index + 1}`, term })),
  )
}

/** The sources whose texts people read. */
const paths = globSync('{packages,workers,examples,tools}/**/*.{ts,tsx}', {
  cwd: repository,
  exclude: ['**/node_modules/**', '**/dist/**', '**/*.test.ts'],
}).filter((path) => !path.includes('/test/'))

it('Vietnamese texts use one term for each thing', () => {
  const texts = paths.filter((path) => path.endsWith('.vi.ts'))

  expect(texts.length).toBeGreaterThan(10)
  expect(paths.flatMap(findIn)).toEqual([])
})

it('the desk uses the term of the service, and "wallet" only for that of a customer', () => {
  const wallet =
    /(?<!\p{L})ví (?:(?:không )?trả lời|báo|nói|từ chối|phủ nhận|đã (?:ký|tạo|được hỏi)|nhận|yêu cầu|nêu|được hỏi)|(?:mã đơn|mã giao dịch|tệp|tệp đối soát|trang|hỗ trợ) của ví|(?:gọi|gửi được|chưa) đến ví|theo ví(?!\p{L})/iu
  const ofDesk = paths.filter((path) => path.startsWith('workers/console/src/'))
  const found = ofDesk.flatMap((path) =>
    readFileSync(join(repository, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (wallet.test(line) ? [`${path}:${index + 1}`] : [])),
  )

  expect(ofDesk.length).toBeGreaterThan(80)
  expect(found).toEqual([])
})

it('no line break can separate an amount from its currency sign', () => {
  const messages = paths.filter((path) => path.includes('/messages'))
  const torn = messages.flatMap((path) =>
    readFileSync(join(repository, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (/\d ₫/.test(line) ? [`${path}:${index + 1}`] : [])),
  )

  expect(messages.length).toBeGreaterThan(20)
  expect(torn).toEqual([])
})
