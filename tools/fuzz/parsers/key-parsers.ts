import {
  importPrivateKey,
  importPublicKey,
  inspectKey,
  KeyError,
  type KeyMaterial,
} from '@merchant-edge/signing'
import { decodeBase64Url } from '@merchant-edge/signing/base64'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { bytesOf, textOf, type FuzzedParser } from '../fuzzed-parser.ts'
import type { FuzzKeys } from '../fuzz-keys.ts'

async function readEverywhere(material: KeyMaterial): Promise<void> {
  for (const read of [importPublicKey, importPrivateKey, inspectKey]) {
    try {
      await read(material)
    } catch (error) {
      if (!(error instanceof KeyError)) throw error
    }
  }
}

/** Keys as text: PEM, bare base64, and JWK. */
export function keyText({ privateKeyPem, publicKeyPem }: FuzzKeys): FuzzedParser {
  return {
    name: 'key-text',
    summary: 'a key as text, as a user pastes it',
    seeds: [publicKeyPem, privateKeyPem, publicKeyPem.replaceAll(/-----.*-----/g, ''), '  "\'` '],
    words: ['-----BEGIN ', '-----END ', 'PUBLIC KEY-----', 'ENCRYPTED', '\\n', '\\r', 'MIIB', '='],
    read: readEverywhere,
  }
}

/** Keys as bytes: SPKI, PKCS#8, PKCS#1. */
export function der({ privateKeyPem, publicKeyPem }: FuzzKeys): FuzzedParser {
  const publicKey = createPublicKey(publicKeyPem)
  const privateKey = createPrivateKey(privateKeyPem)
  const written = [
    publicKey.export({ type: 'spki', format: 'der' }),
    publicKey.export({ type: 'pkcs1', format: 'der' }),
    privateKey.export({ type: 'pkcs8', format: 'der' }),
    privateKey.export({ type: 'pkcs1', format: 'der' }),
  ]
  return {
    name: 'der',
    summary: 'the DER of a key',
    seeds: written.map(textOf),
    words: [
      '\x30\x82',
      '\x02\x01\0',
      '\x03\x82\xff\xff',
      '\x30\x80',
      '\x30\x84\xff\xff\xff\xff',
      '\x06\x09',
    ],
    read: (input) => readEverywhere(bytesOf(input)),
  }
}

/** Keys as JWK, text and object. */
export function jwk({ privateKeyPem, publicKeyPem }: FuzzKeys): FuzzedParser {
  const publicJwk = createPublicKey(publicKeyPem).export({ format: 'jwk' })
  const privateJwk = createPrivateKey(privateKeyPem).export({ format: 'jwk' })
  return {
    name: 'jwk',
    summary: 'a key as JWK',
    seeds: [
      publicJwk,
      privateJwk,
      { ...publicJwk, alg: 'RS256', use: 'sig', key_ops: ['verify'] },
    ].map((key) => JSON.stringify(key)),
    words: ['n', 'e', 'd', 'kty', 'RSA', 'EC', 'keys', 'AQAB', 'key_ops', 'RS256'],
    isJson: true,
    read: readEverywhere,
  }
}

/** Text in base64url. */
export function base64Url(): FuzzedParser {
  return {
    name: 'base64url',
    summary: 'text in base64url',
    seeds: ['', 'AQAB', '-_8', 'A'.repeat(500)],
    words: ['=', '-', '_', '+', '/'],
    read: decodeBase64Url,
  }
}
