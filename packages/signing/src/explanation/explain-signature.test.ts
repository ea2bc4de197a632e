import { beforeAll, describe, expect, it } from 'vitest'
import { generateKeyPair } from '../generate-key-pair.ts'
import { importPrivateKey } from '../import-key.ts'
import { signText } from '../text-signature.ts'
import { explainSignature, type SignatureToExplain } from './explain-signature.ts'

// The signed texts are written by hand: what a caller's code has been seen to make of one request.

const path = '/merchant-integration/v1/orders/tqr'
const body = '{"description":"Sách mới/đẹp","order_amount":100000,"store_code":"S1"}'
const sent = {
  path,
  method: 'POST',
  nonce: 'Nonce-42',
  timestamp: '1700000000',
  keyCode: 'Key-1',
  body,
  origin: 'https://api.example:8443',
  query: '?lang=vi',
}
const head = `${path};POST;Nonce-42;1700000000;Key-1`

let own: CryptoKey
let other: CryptoKey
let keys: Pick<SignatureToExplain, 'publicKey' | 'otherKeys'>
let privateKeyPem: string

beforeAll(async () => {
  const [first, second] = await Promise.all([generateKeyPair(), generateKeyPair()])
  privateKeyPem = first.privateKeyPem
  own = await importPrivateKey(first.privateKeyPem)
  other = await importPrivateKey(second.privateKeyPem)
  keys = {
    publicKey: first.publicKeyPem,
    otherKeys: [
      { keyCode: 'Key-1', publicKey: first.publicKeyPem },
      { keyCode: 'Key-2', publicKey: second.publicKeyPem },
    ],
  }
})

async function explain(text: string, changed: Partial<SignatureToExplain> = {}) {
  const signature = changed.signature ?? (await signText(own, text))
  return explainSignature({ ...sent, ...keys, ...changed, signature })
}

const escaped =
  '{"description":"S\\u00e1ch m\\u1edbi/\\u0111\\u1eb9p","order_amount":100000,"store_code":"S1"}'

describe('explainSignature', () => {
  it('finds nothing wrong with the text of the specification', async () => {
    const explanation = await explain(`${head};${body}`)

    expect(explanation).toMatchObject({
      verdict: 'valid',
      expectedText: `${head};${body}`,
      textsTried: 1,
    })
  })

  it.each([
    ['its query string', `${path}?lang=vi;POST;Nonce-42;1700000000;Key-1;${body}`],
    ['with its host', `https://api.example:8443${head};${body}`],
    ['without /merchant-integration', `/v1/orders/tqr;POST;Nonce-42;1700000000;Key-1;${body}`],
    ['without its first slash', `${head.slice(1)};${body}`],
    ['method in small letters', `${path};post;Nonce-42;1700000000;Key-1;${body}`],
    ['GET as the method', `${path};GET;Nonce-42;1700000000;Key-1;${body}`],
    ['timestamp in milliseconds', `${path};POST;Nonce-42;1700000000000;Key-1;${body}`],
    ['one second earlier', `${path};POST;Nonce-42;1699999999;Key-1;${body}`],
    ['nonce in small letters', `${path};POST;nonce-42;1700000000;Key-1;${body}`],
    ['no nonce', `${path};POST;;1700000000;Key-1;${body}`],
    ['key code in small letters', `${path};POST;Nonce-42;1700000000;key-1;${body}`],
    ['no body', `${head};`],
    [
      'pretty-printed with two spaces',
      `${head};{\n  "description": "Sách mới/đẹp",\n  "order_amount": 100000,\n  "store_code": "S1"\n}`,
    ],
    [
      'a space after each comma and colon',
      `${head};{"description": "Sách mới/đẹp", "order_amount": 100000, "store_code": "S1"}`,
    ],
    ['\\u escapes', `${head};${escaped}`],
    ['\\/ instead of /', `${head};${body.replace('/', '\\/')}`],
    ['serialised twice', `${head};${JSON.stringify(body)}`],
    ['[object Object]', `${head};[object Object]`],
    ['a line end after it', `${head};${body}\n`],
    ['NFD', `${head};${body.normalize('NFD')}`],
    ['a comma between them', `${path},POST,Nonce-42,1700000000,Key-1,${body}`],
    ['no separator', `${path}POSTNonce-421700000000Key-1${body}`],
    ['one more semicolon', `${head};${body};`],
    ['method;path;nonce', `POST;${path};Nonce-42;1700000000;Key-1;${body}`],
    ['timestamp;nonce', `${path};POST;1700000000;Nonce-42;Key-1;${body}`],
  ])('recognizes that %s was signed', async (words, text) => {
    const explanation = await explain(text)

    expect(explanation).toMatchObject({ verdict: 'explained', signedText: text, signedBy: 'Key-1' })
    expect(explanation.cause).toMatch(/^you signed /)
    expect(explanation.cause).toContain(words)
    expect(explanation.remedy).not.toBe('')
  })

  it('recognizes a body that was serialized again before it was sent', async () => {
    const spaced = body.replaceAll('":', '": ')

    const explanation = await explain(`${head};${body}`, { body: spaced })

    expect(explanation.cause).toContain('serialised anew')
    expect(explanation.expectedText).toBe(`${head};${spaced}`)
  })

  it('recognizes a missing last semicolon of a text without a body', async () => {
    const explanation = await explain(head, { body: '' })

    expect(explanation.cause).toContain('without the semicolon after the key code')
  })

  it('recognizes signed seconds and sent milliseconds', async () => {
    const explanation = await explain(`${head};${body}`, { timestamp: '1700000000000' })

    expect(explanation.cause).toContain('but sent milliseconds')
  })

  it('recognizes two mistakes at once', async () => {
    const text = `${path}?lang=vi;post;Nonce-42;1700000000;Key-1;${body}`

    const explanation = await explain(text)

    expect(explanation.signedText).toBe(text)
    expect(explanation.cause).toContain('query string')
    expect(explanation.cause).toContain('small letters')
  })

  it('names the key that signed', async () => {
    const text = `${head};${body}`

    const explanation = await explain(text, { signature: await signText(other, text) })

    expect(explanation).toMatchObject({ verdict: 'explained', signedBy: 'Key-2' })
    expect(explanation.cause).toContain('the key of Key-2, but sent Key-1')
  })

  it.each([
    ['URL-safe', (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')],
    ['padding', (text: string) => text.replaceAll('=', '')],
    ['spaces', (text: string) => text.replaceAll('+', ' ')],
    ['lines', (text: string) => text.replaceAll(/(.{76})/g, '$1\n')],
    ['percent', (text: string) => encodeURIComponent(text)],
    ['twice', (text: string) => btoa(text)],
    ['quotes', (text: string) => `"${text}"`],
    [
      'hex',
      (text: string) =>
        Array.from(atob(text), (c) => c.charCodeAt(0).toString(16).padStart(2, '0')).join(''),
    ],
  ])('recognizes the right signature in another encoding: %s', async (words, rewrite) => {
    const text = await textWithPlusInItsSignature()
    const signature = rewrite(await signText(own, text))

    const explanation = await explain(text, { signature, nonce: text.split(';')[2] ?? '' })

    expect(explanation.verdict).toBe('explained')
    expect(explanation.cause).toContain('you wrote the signature')
    expect(explanation.cause).toContain(words)
  })

  it.each([
    ['SHA-1', { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-1' }, 0],
    ['SHA-512', { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' }, 0],
    ['PSS', { name: 'RSA-PSS', hash: 'SHA-256' }, 32],
  ])('recognizes a text that was signed with %s', async (words, algorithm, saltLength) => {
    const der = Uint8Array.from(atob(privateKeyPem.replaceAll(/-----.*-----|\s/g, '')), (c) =>
      c.charCodeAt(0),
    )
    const key = await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
    const bytes = new TextEncoder().encode(`${head};${body}`)
    const signed = await crypto.subtle.sign({ ...algorithm, saltLength }, key, bytes)
    const signature = btoa(String.fromCharCode(...new Uint8Array(signed)))

    const explanation = await explain('', { signature })

    expect(explanation.verdict).toBe('explained')
    expect(explanation.cause).toContain(words)
  })

  it('recognizes a text that was hashed before it was signed', async () => {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${head};${body}`))
    const hex = [...new Uint8Array(hash)].map((b) => b.toString(16).padStart(2, '0')).join('')

    const explanation = await explain(hex)

    expect(explanation.cause).toContain('the SHA-256 of the text')
  })

  it('says when it finds no explanation', async () => {
    const explanation = await explain('something else altogether')

    expect(explanation.verdict).toBe('unexplained')
    expect(explanation).not.toHaveProperty('signedText')
    expect(explanation.textsTried).toBeGreaterThan(500)
  })

  it.each(['', 'abc', btoa('too short'), '!!!'])('reports %j as unreadable', async (signature) => {
    const explanation = await explain('', { signature })

    expect(explanation.verdict).toBe('unreadable')
  })

  it('tries no more texts for a body of 200,000 characters than for a small one', async () => {
    const large = JSON.stringify({ extra_data: 'ă'.repeat(200_000) })

    const explanation = await explain('something else', { body: large })
    const small = await explain('something else', { body: JSON.stringify({ extra_data: 'ă' }) })

    expect(explanation.verdict).toBe('unexplained')
    expect(explanation.textsTried).toBeLessThanOrEqual(small.textsTried)
  })
})

async function textWithPlusInItsSignature(): Promise<string> {
  for (let index = 0; ; index++) {
    const text = `${path};POST;n${index};1700000000;Key-1;${body}`
    const signature = await signText(own, text)
    if (signature.includes('+') && signature.includes('/')) return text
  }
}
