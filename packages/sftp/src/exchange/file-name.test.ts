import { posix, win32 } from 'node:path'
import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemClock } from './clock.ts'
import {
  checkFileName,
  ignoredName,
  isFileName,
  printableName,
  temporaryName,
} from './file-name.ts'

// Node's own readers of paths, for two systems, are the oracle.

const texts = oneof(
  string({ unit: 'binary', maxLength: 20 }),
  array(constantFrom('.', '/', '\\', ':', 'a', ' ', '-', '~', '%', '\0'), { maxLength: 8 }).map(
    (parts) => parts.join(''),
  ),
)

describe('a file name', () => {
  it('cannot leave its folder on any system', () => {
    assert(
      property(texts.filter(isFileName), (name) => {
        for (const path of [posix, win32]) {
          expect(path.join('folder', name)).toBe(`folder${path.sep}${name}`)
          expect(path.basename(name)).toBe(name)
          expect(path.isAbsolute(name)).toBe(false)
        }
        expect(printableName(name)).toBe(name)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    '20200302_SERVICE_partner_TRAN.csv',
    '20200302_partner_SERVICE_TRAN.csv',
    'Đối soát (1).csv',
    'a'.repeat(200),
  ])('may be %s', (name) => {
    expect(isFileName(name)).toBe(true)
    expect(ignoredName(name)).toBeUndefined()
  })

  it('that is temporary is ignored and unique', () => {
    const first = temporaryName('a.csv', systemClock)
    const second = temporaryName('a.csv', systemClock)

    expect(ignoredName(first)).toBe('unfinished')
    expect(first).not.toBe(second)
  })

  it('that is refused is quoted without invisible characters', () => {
    expect(() => checkFileName('a\u001B[2Jb/c')).toThrow('"a\u{FFFD}[2Jb/c" is no file name.')
  })
})
