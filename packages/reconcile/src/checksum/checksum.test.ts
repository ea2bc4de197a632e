import { describe, expect, it } from 'vitest'
import { line, partnerLine, testKey } from '../../test/file-text.ts'
import { plainMd5 } from '../../test/plain-md5.ts'
import { fileOf } from '../../test/sink.ts'
import { reconcile } from '../reconcile.ts'
import { checksumOfValues, formatRow } from './format-row.ts'
import { checksumProfiles, findChecksumProfile } from './checksum-profile.ts'
import { detectChecksumProfile } from '../detect-checksum-profile.ts'
import { md5Hex } from './md5.ts'
import { Sha256 } from './sha256.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('md5Hex', () => {
  it.each([
    ['', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['abc', '900150983cd24fb0d6963f7d28e17f72'],
    ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
    ['1234567890'.repeat(8), '57edf4a22be3c955ac49da2e2107b67a'],
  ])('gives the digest that RFC 1321 lists of %j', (text, expected) => {
    expect(md5Hex(bytesOf(text))).toBe(expected)
    expect(plainMd5(text)).toBe(expected)
  })

  it('equals a plain MD5 for every length around block boundaries', () => {
    for (let length = 0; length < 200; length += 1) {
      const text = 'xyzä'.repeat(60).slice(0, length)
      expect(md5Hex(bytesOf(text))).toBe(plainMd5(text))
    }
  })

  // Plain JavaScript passes anything; a text had the digest of as many zero bytes.
  it.each(['abc', undefined, [97, 98, 99]])('refuses what is no bytes: %j', (message) => {
    const digest = () => Reflect.apply(md5Hex, undefined, [message])

    expect(digest).toThrow(TypeError)
    expect(digest).toThrow('message must be bytes: new TextEncoder().encode(text)')
  })
})

describe('Sha256', () => {
  it('equals WebCrypto for any division of the bytes into chunks', async () => {
    for (let length = 0; length < 260; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 31 + length) & 255)
      const expected = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
      const digest = new Sha256()
      for (let at = 0; at < length; at += 1 + (length % 67)) {
        digest.update(bytes.subarray(at, at + 1 + (length % 67)))
      }

      const hex = Array.from(expected, (byte) => byte.toString(16).padStart(2, '0')).join('')
      expect(digest.digest()).toBe(hex)
    }
  })
})

describe('checksumOfValues', () => {
  const values = ['a', 'b "c"', 'd,e', '']

  // Specification: 2.18.10
  it.each([
    ['record', 'a,"b ""c""","d,e",KEY'],
    ['record-separator', 'a,"b ""c""","d,e",,KEY'],
    ['joined', 'ab "c"d,eKEY'],
    ['comma', 'a,b "c",d,e,KEY'],
    ['pipe', 'a|b "c"|d,e|KEY'],
    ['key-first', 'KEYa,"b ""c""","d,e",'],
  ])('takes the %s profile over the right text', (name, text) => {
    const profile = findChecksumProfile(name) ?? checksumProfiles.record

    expect(checksumOfValues(values, profile, 'KEY')).toBe(plainMd5(text))
  })
})

describe('detectChecksumProfile', () => {
  it.each(Object.values(checksumProfiles))('finds $name', async (profile) => {
    const values = Array.from({ length: 16 }, (_, column) => `v "${column}", x`)
    const row = line(values).replace(/[0-9a-f]{32}/, checksumOfValues(values, profile, testKey))

    const found = await detectChecksumProfile(fileOf(row.repeat(150))(), testKey)

    expect(found).toEqual({ profile, rows: 100, verified: { [profile.name]: 100 } })
  })

  it('finds none with a wrong key, and ignores malformed rows', async () => {
    const file = `broken\r\n${partnerLine({ code: 'W1' })}`

    const right = await detectChecksumProfile(fileOf(file)(), testKey)
    const wrong = await detectChecksumProfile(fileOf(file)(), 'another key')

    expect(right).toMatchObject({ profile: { name: 'record' }, rows: 1 })
    expect(wrong).toEqual({ profile: undefined, rows: 1, verified: {} })
  })
})

it('takes no name of a profile for the profile', async () => {
  const signing = { profile: 'record-separator', key: 'k' }
  const file = { open: () => new Blob([]).stream() }
  const run = { partner: file, service: file, ...signing }

  expect(() => Reflect.apply(formatRow, undefined, [['a'], signing])).toThrow('findChecksumProfile')
  await expect(Reflect.apply(reconcile, undefined, [run])).rejects.toThrow('findChecksumProfile')
})
