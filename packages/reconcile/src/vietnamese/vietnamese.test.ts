import { describe, expect, it } from 'vitest'
import type { FileTally } from '../engine/engine.ts'
import { fileChanged } from '../engine/file-changed.ts'
import {
  assertBeginning,
  assertChecksumKey,
  assertNotEmpty,
  assertReadable,
  assertRelatedFiles,
  assertSampleRelated,
  assertFileNames,
} from '../outcome/assert-related-files.ts'
import { ReconcileError } from '../reconcile-error.ts'
import { causesOfExceptions, rowException } from '../rows/row-exception.ts'
import { TotalsCounter } from '../rows/control-totals.ts'
import { exceptionInVietnamese, stopInVietnamese } from './vietnamese.ts'

const english = /(?<!\p{L})(?:the|is|of|and|rows?|file|line|no|not|one|other)(?!\p{L})/iu
const vietnamese = /[ăâđêôơưàáảãạằắẳẵặầấẩẫậèéẻẽẹềếểễệìíỉĩịòóỏõọồốổỗộờớởỡợùúủũụừứửữựỳýỷỹỵ]/iu

function tally(changes: Partial<FileTally> = {}): FileTally {
  return {
    side: 'partner',
    origin: 'file',
    bytes: 1,
    rows: 0,
    goodRows: 0,
    badChecksumRows: 0,
    malformedRows: 0,
    isHeaderSkipped: false,
    isHeaderRefused: false,
    totals: new TotalsCounter(),
    sha256: '',
    contentSum: '',
    ...changes,
  }
}

function stopOf(action: () => unknown): ReconcileError {
  try {
    action()
  } catch (error) {
    if (error instanceof ReconcileError) return error
    throw error
  }
  throw new Error('Nothing was stopped.')
}

const empty = () => new Blob([]).stream()
const named = (name: string) => ({ open: empty, name })
const unreadable = tally({ rows: 3, malformedRows: 3 })
const at = { side: 'partner', origin: 'file', line: 7 } as const

const stops: readonly (readonly [what: string, () => unknown])[] = [
  [
    'files of two days',
    () =>
      assertFileNames({
        partner: named('SHOP_20260101_TRAN.csv'),
        service: named('SHOP_20260102_TRAN.csv'),
      }),
  ],
  [
    'a long file of which nothing can be read',
    () => {
      const long = tally({ rows: 100_000, malformedRows: 100_000 })
      assertBeginning(long, rowException('empty_line', at))
    },
  ],
  [
    'a file under a wrong name',
    () => assertFileNames({ partner: named('of the shop.csv'), service: named('other.csv') }),
  ],
  [
    'a wrong key',
    () => assertChecksumKey(tally({ rows: 9, badChecksumRows: 9 }), { isAtEnd: true }),
  ],
  [
    'an empty file',
    () => assertNotEmpty([tally(), tally({ side: 'service', rows: 4, goodRows: 4 })]),
  ],
  [
    'rows that cannot be read',
    () => assertReadable([unreadable, tally({ side: 'service', rows: 4, goodRows: 4 })], []),
  ],
  [
    'swapped files',
    () =>
      assertReadable(
        [unreadable, tally({ side: 'service', rows: 4, malformedRows: 4 })],
        [
          rowException('not_number', { ...at, column: 'amount' }),
          rowException('too_few_columns', { ...at, side: 'service' }),
        ],
      ),
  ],
  [
    'carried rows that cannot be read',
    () =>
      assertReadable(
        [tally({ rows: 1, goodRows: 1 }), tally({ origin: 'carried', rows: 2 })],
        [rowException('checksum_mismatch', { ...at, origin: 'carried' })],
      ),
  ],
  [
    'a sample of unrelated files',
    () =>
      assertSampleRelated([tally({ rows: 900, goodRows: 900 })], {
        keys: undefined,
        differentShare: 0.97,
      }),
  ],
  [
    'unrelated short files',
    () =>
      assertRelatedFiles([tally({ rows: 9, goodRows: 9 })], { oneSidedRows: 8, differingRows: 8 }),
  ],
  [
    'unrelated long files',
    () =>
      assertRelatedFiles([tally({ rows: 900, goodRows: 900 })], {
        oneSidedRows: 1,
        differingRows: 800,
      }),
  ],
  [
    'a file that changed',
    () => {
      throw fileChanged('service')
    },
  ],
]

describe('stopInVietnamese', () => {
  it.each(stops)('tells %s with every number and name of the message', (_what, action) => {
    const { code, message } = stopOf(action)
    const told = stopInVietnamese(code, message)
    const named = message.match(/"[^"]*"|\d+/g) ?? []

    expect(told).toMatch(vietnamese)
    expect(told?.replaceAll(/"[^"]*"/g, '')).not.toMatch(english)
    for (const name of named) expect(told).toContain(name)
  })

  it('tells nothing of a message that is of no ReconcileError, or of another code', () => {
    const { message } = stopOf(() => assertNotEmpty([tally(), tally({ rows: 4, goodRows: 4 })]))

    expect(stopInVietnamese('ERR_FILE_EMPTY', message)).toBeDefined()
    expect(stopInVietnamese('ERR_FILE_CHANGED', message)).toBeUndefined()
    expect(stopInVietnamese('constructor', message)).toBeUndefined()
    expect(stopInVietnamese('ERR_FILE_EMPTY', `Something else. ${message}`)).toBeUndefined()
  })
})

describe('exceptionInVietnamese', () => {
  it.each(causesOfExceptions())('tells cause and remedy of %s', (reason, cause) => {
    const words = exceptionInVietnamese(reason)

    for (const text of [words?.cause, words?.remedy]) {
      expect(text).toMatch(/^\p{Lu}.*\.$/u)
      expect(text).toMatch(vietnamese)
      expect(text).not.toMatch(english)
    }
    for (const [number] of cause.matchAll(/\b\d+\b(?!,)/g)) expect(words?.cause).toContain(number)
  })

  it('tells nothing of a text that is no reason', () => {
    expect(exceptionInVietnamese('constructor')).toBeUndefined()
  })
})
