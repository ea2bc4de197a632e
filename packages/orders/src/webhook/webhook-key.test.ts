import { encodeBase64 } from '@merchant-edge/signing/base64'
import { describe, expect, it } from 'vitest'
import { isSigningKey } from './index.ts'

const bytes = (length: number) => encodeBase64(new Uint8Array(length))

describe('isSigningKey', () => {
  it.each([
    ['a shared secret of 16 bytes', `whsec_${bytes(16)}`, true],
    ['a shared secret of 64 bytes', `whsec_${bytes(64)}`, true],
    ['the seed of a key pair', `whsk_${bytes(32)}`, true],
    ['the seed of a key pair and its public key', `whsk_${bytes(64)}`, true],
    ['a shared secret of 15 bytes', `whsec_${bytes(15)}`, false],
    ['a seed of 31 bytes', `whsk_${bytes(31)}`, false],
    ['a seed of 33 bytes', `whsk_${bytes(33)}`, false],
    ['a public key', `whpk_${bytes(32)}`, false],
    ['a secret that is no base64', 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRY!', false],
    ['a secret without its prefix', bytes(24), false],
    ['nothing', '', false],
  ])('says of %s whether it signs', (_what, key, isOne) => {
    expect(isSigningKey(key)).toBe(isOne)
  })
})
