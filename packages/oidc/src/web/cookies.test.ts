import { describe, expect, it } from 'vitest'
import { createCookieWriter, readCookies } from './cookies.ts'
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from './session-cookie.ts'

const writer = createCookieWriter(new URL('https://shop.example'))

describe('readCookies', () => {
  it.each([
    ['', []],
    ['a=1', [['a', '1']]],
    [
      'a=1; b=2;c=3',
      [
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
      ],
    ],
    [
      '  a = 1 ; b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['a=1=2==', [['a', '1=2==']]],
    ['alone; a=1', [['a', '1']]],
    ['=nameless', [['', 'nameless']]],
    // A browser sends the cookie of the longer path first; `__Host-` ones have no other path.
    ['a=first; a=second', [['a', 'first']]],
  ])('reads %j', (cookie, pairs) => {
    const request = new Request('https://shop.example/', { headers: { cookie } })

    expect([...readCookies(request)]).toEqual(pairs)
  })

  it('reads none from a request without them', () => {
    expect(readCookies(new Request('https://shop.example/')).size).toBe(0)
  })
})

describe('createCookieWriter', () => {
  it.each([
    ['https://shop.example', '__Host-', '; Secure'],
    ['https://shop.example:8443', '__Host-', '; Secure'],
    ['http://localhost:8787', '8787-', ''],
    ['http://localhost', '', ''],
  ])('writes cookies of %s', (origin, prefix, secure) => {
    const own = createCookieWriter(new URL(origin))
    const attributes = `Path=/; HttpOnly; SameSite=Lax${secure}`

    expect(own.name('a')).toBe(`${prefix}a`)
    expect(own.set('a', 'b', 60)).toBe(`${prefix}a=b; Max-Age=60; ${attributes}`)
    expect(own.clear('a')).toBe(`${prefix}a=; Max-Age=0; ${attributes}`)
  })
})

describe('a session cookie in pieces', () => {
  function write(value: string, before: Iterable<[string, string]> = []) {
    const written = writeSessionCookie(writer, new Map(before), {
      name: 'session',
      value,
      maxAgeSeconds: 60,
    })
    const pairs = written.map((text): [string, string] => {
      const [pair = ''] = text.split(';')
      const separator = pair.indexOf('=')
      return [pair.slice(0, separator), pair.slice(separator + 1)]
    })
    return { written, cookies: new Map(pairs) }
  }

  it.each([
    [0, 1],
    [3_800, 1],
    [3_801, 2],
    [7_600, 2],
    [15_200, 4],
  ])('of %i letters has %i of them, and is read again', (length, count) => {
    const value = Array.from({ length }, (_, index) => (index % 36).toString(36)).join('')

    const { written, cookies } = write(value)

    expect(written).toHaveLength(count)
    for (const text of written) expect(text.length).toBeLessThan(4_096)
    expect(readSessionCookie(writer, cookies, 'session')).toBe(value)
  })

  it('of more than 15,200 letters is refused', () => {
    expect(() => write('x'.repeat(15_201))).toThrow(
      expect.objectContaining({ reason: 'session_too_large' }),
    )
  })

  it('removes what an earlier, longer session has left', () => {
    const { cookies } = write('x'.repeat(15_200))

    const { written } = write('y'.repeat(3_801), cookies)

    expect(written.map((text) => text.slice(0, 30))).toEqual([
      '__Host-session=2~yyyyyyyyyyyyy',
      '__Host-session.1=y; Max-Age=60',
      '__Host-session.2=; Max-Age=0; ',
      '__Host-session.3=; Max-Age=0; ',
    ])
    expect(clearSessionCookie(writer, cookies, 'session')).toHaveLength(4)
    expect(clearSessionCookie(writer, new Map(), 'session')).toEqual([])
  })

  it.each(['', 'abc', '0~abc', '5~abc', '11~abc', 'x1~abc', '1abc', '~abc', '2~abc'])(
    'is not read from %j',
    (value) => {
      const cookies = new Map([['__Host-session', value]])

      expect(readSessionCookie(writer, cookies, 'session')).toBeUndefined()
    },
  )

  it('is not read from a cookie of another prefix', () => {
    expect(readSessionCookie(writer, new Map([['session', '1~abc']]), 'session')).toBeUndefined()
  })
})
