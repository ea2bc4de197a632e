import { describe, expect, it } from 'vitest'
import wire from '../../../fixtures/wire/signing.json' with { type: 'json' }
import { requestSignedText } from './signed-text.ts'

const request = {
  path: '/merchant-integration/v1/orders/refund',
  method: 'POST',
  nonce: 'n-1',
  timestamp: 1583143200,
  keyCode: 'key-1',
  body: '{}',
}

describe('requestSignedText', () => {
  // Specification: 5.2.4, 5.2.5
  it.each(wire.requests)('writes the text of $name', async ({ request, signedText, sha256 }) => {
    const text = requestSignedText(request)
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))

    expect(text).toBe(signedText)
    const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
    expect(hex.join('')).toBe(sha256)
  })

  it('accepts the timestamp as a number and as text', () => {
    expect(requestSignedText({ ...request, timestamp: '1583143200' })).toBe(
      requestSignedText(request),
    )
  })

  it('includes the query on request', () => {
    expect(requestSignedText({ ...request, path: '/a?b=c%3B' })).toMatch(/^\/a\?b=c%3B;POST;/)
  })

  it.each([
    ['path', 'merchant-integration/v1'],
    ['path', 'https://service.example.test/merchant-integration'],
    ['path', '//service.example.test/merchant-integration'],
    ['path', '/a;b'],
    ['path', '/a#b'],
    ['path', '/a b'],
    ['path', '/trả'],
    ['path', ''],
    ['method', 'post'],
    ['method', 'GET;POST'],
    ['method', ''],
    ['nonce', 'a;b'],
    ['nonce', ''],
    ['nonce', 'a\r\nb'],
    ['nonce', 'x'.repeat(256)],
    ['timestamp', '12.5'],
    ['timestamp', '1;2'],
    ['timestamp', '1583143200000'],
    ['timestamp', '-1'],
    ['timestamp', Number.NaN],
    ['keyCode', 'a;b'],
    ['keyCode', ''],
    ['keyCode', 'x'.repeat(37)],
  ])('refuses the %s %j by name', (name, value) => {
    const sign = () => requestSignedText({ ...request, [name]: value })

    expect(sign).toThrow(TypeError)
    expect(sign).toThrow(new RegExp(`^${name} must `))
  })

  it.each([
    ['path', 'https://service.example/a', 'path must be a path from its "/" on'],
    ['timestamp', 1583143200000, 'timestamp must be whole seconds since 1970'],
    ['method', 'post', 'method must be in capitals'],
  ])('describes the rule of the %s in words', (name, value, message) => {
    expect(() => requestSignedText({ ...request, [name]: value })).toThrow(message)
  })

  // As text, an object reads as [object Object]: the service would refuse the signature.
  it.each([
    ['an object', { vnd_amount: 1000 }],
    ['bytes', Uint8Array.of(1)],
    ['a number', 5],
  ])('refuses a body that is %s', (_, body) => {
    const sign = (): string => Reflect.apply(requestSignedText, undefined, [{ ...request, body }])

    expect(sign).toThrow(TypeError)
    expect(sign).toThrow('body must be a text, such as JSON.stringify(value)')
  })

  it('accepts every part at its maximum length', () => {
    const nonce = 'x'.repeat(255)
    const keyCode = 'k'.repeat(36)

    expect(requestSignedText({ ...request, nonce, keyCode })).toContain(
      `;${nonce};1583143200;${keyCode};`,
    )
  })
})
