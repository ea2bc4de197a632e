import type { Retry } from '@merchant-edge/contract/refusals'
import type { RuleWords } from './schema-rows.ts'

/** Texts of the page in one language. */
export interface PageMessages {
  readonly language: string
  readonly title: string
  readonly intro: string
  readonly search: string
  readonly nothingFound: string
  readonly parameters: string
  readonly body: string
  readonly example: string
  readonly answer: string
  /** Heading of the statuses of a call. */
  readonly answers: string
  /** Heading of the statuses that many calls have in common. */
  readonly sharedAnswers: string
  /** Heading of the fields of an error. */
  readonly failure: string
  readonly status: string
  readonly refusals: string
  readonly common: string
  readonly required: string
  readonly optional: string
  readonly deprecated: string
  readonly field: string
  readonly meaning: string
  readonly rule: string
  readonly code: string
  readonly cause: string
  readonly remedy: string
  readonly repeat: string
  readonly contents: string
  /** Whether a refused call may be repeated, by `retry` of the refusal. */
  readonly retries: Readonly<Record<Retry, string>>
  readonly rules: RuleWords
}

/** Texts of the page by language. */
export const pageMessages: Readonly<Record<'en' | 'vi', PageMessages>> = {
  en: {
    language: 'English',
    title: 'API reference',
    intro:
      'Every call with its fields, an example and the meaning of each refusal. Generated from the contract that the code uses.',
    search: 'Find a call, a field or a code',
    nothingFound: 'Nothing found.',
    parameters: 'Path, query and headers',
    body: 'Body',
    example: 'Example',
    answer: 'Answer',
    answers: 'Other answers',
    sharedAnswers: 'Answers that every call may get',
    failure: 'Error of every answer from 400 on',
    status: 'Status',
    refusals: 'Refusals',
    common: 'Refusals of every call',
    required: 'required',
    optional: 'optional',
    deprecated: 'deprecated',
    field: 'Field',
    meaning: 'Meaning',
    rule: 'Rule',
    code: 'Code',
    cause: 'Cause',
    remedy: 'What to do',
    repeat: 'Repeat',
    contents: 'Contents',
    retries: {
      never: 'no',
      'same-id': 'at once, with the same id',
      later: 'after some minutes, with the same id',
    },
    rules: { or: 'or', of: 'of', characters: 'characters' },
  },
  vi: {
    language: 'Tiếng Việt',
    title: 'Tra cứu API',
    intro:
      'Mọi lệnh gọi, kèm các trường, ví dụ và ý nghĩa của từng mã từ chối. Sinh ra từ chính hợp đồng mà mã nguồn chạy theo.',
    search: 'Tìm lệnh gọi, trường hoặc mã',
    nothingFound: 'Không tìm thấy.',
    parameters: 'Đường dẫn, truy vấn và header',
    body: 'Nội dung',
    example: 'Ví dụ',
    answer: 'Trả lời',
    answers: 'Các trả lời khác',
    sharedAnswers: 'Trả lời mà lệnh gọi nào cũng có thể nhận',
    failure: 'Lỗi trong mọi trả lời từ 400 trở lên',
    status: 'Trạng thái',
    refusals: 'Từ chối',
    common: 'Mã từ chối chung cho mọi lệnh gọi',
    required: 'bắt buộc',
    optional: 'tùy chọn',
    deprecated: 'không nên dùng',
    field: 'Trường',
    meaning: 'Ý nghĩa',
    rule: 'Quy tắc',
    code: 'Mã',
    cause: 'Nguyên nhân',
    remedy: 'Cách xử lý',
    repeat: 'Gửi lại',
    contents: 'Mục lục',
    retries: {
      never: 'không',
      'same-id': 'được ngay, với cùng mã',
      later: 'sau vài phút, với cùng mã',
    },
    rules: { or: 'hoặc', of: 'gồm', characters: 'ký tự' },
  },
}
