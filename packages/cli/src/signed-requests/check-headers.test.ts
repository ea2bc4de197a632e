import { describe, expect, it } from 'vitest'
import { checkHeaders, checkSignatureForm, type ClaimedHeaders } from './check-headers.ts'

const nowSeconds = 1_767_225_600
const right: ClaimedHeaders = {
  keyCode: 'K1',
  nonce: 'n-1',
  timestamp: String(nowSeconds),
  signature: 'AAAA',
}

describe('checkHeaders', () => {
  it.each([
    ['right headers', {}],
    ['a timestamp of two hours ago', { timestamp: String(nowSeconds - 7200) }],
    ['a key code of 36 characters', { keyCode: 'k'.repeat(36) }],
    ['a nonce of 255 characters', { nonce: 'n'.repeat(255) }],
  ])('finds nothing wrong with %s', (_what, headers) => {
    expect(checkHeaders({ ...right, ...headers }, nowSeconds)).toEqual([])
  })

  it.each([
    ['no key code', { keyCode: '' }, 4010001],
    ['a key code of 37 characters', { keyCode: 'k'.repeat(37) }, 4010001],
    ['no signature', { signature: '' }, 4010001],
    ['a decimal timestamp', { timestamp: '1767225600.5' }, 4010002],
    ['a date', { timestamp: '2026-01-01' }, 4010002],
    ['a timestamp of the next second', { timestamp: String(nowSeconds + 1) }, 4010003],
    ['milliseconds', { timestamp: `${nowSeconds}000` }, 4010003],
    ['a timestamp of more than two hours ago', { timestamp: String(nowSeconds - 7201) }, 4010004],
    ['no nonce', { nonce: '' }, 4010005],
    ['a nonce of 256 characters', { nonce: 'n'.repeat(256) }, 4010005],
    ['a nonce with a semicolon', { nonce: 'a;b' }, 4010005],
    ['a nonce with a space', { nonce: 'a b' }, 4010005],
    ['a nonce beyond ASCII', { nonce: 'số-1' }, 4010005],
    ['a key code with a space', { keyCode: 'K 1' }, 4010001],
  ])('predicts the code of the service for %s', (_what, headers, code) => {
    const findings = checkHeaders({ ...right, ...headers }, nowSeconds)

    expect(findings.map((finding) => finding.code)).toEqual([code])
  })
})

describe('checkSignatureForm', () => {
  it.each(['AAA', 'A-_A', 'AAAA\n', 'AB==', 'AAAA='])('refuses %j', (signature) => {
    expect(checkSignatureForm(signature)).toEqual([
      expect.objectContaining({ part: 'X-Signature', code: 4010001 }),
    ])
  })

  it('accepts strict base64', () => {
    expect(checkSignatureForm('AAECAw==')).toEqual([])
  })
})
