import type { ClientOptions } from '../src/client.ts'

/** Facts that the fixtures in `fixtures/wire` are written with. */
export const keyCode = '5f0c2d8e-3b1a-4c6f-9e77-1a2b3c4d5e6f'

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
let pair: Promise<CryptoKeyPair> | undefined

/** A key pair made by the runtime itself, once per test file. */
export function keyPair(): Promise<CryptoKeyPair> {
  pair ??= crypto.subtle.generateKey(
    { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  )
  return pair
}

/** Options of a client that talks to a peer, with a real key. */
export async function merchant(options: Partial<ClientOptions>): Promise<ClientOptions> {
  const { privateKey } = await keyPair()
  return { baseUrl: 'https://service.example', keyCode, privateKey, ...options }
}

/** Verifies a signature with the RSA of the runtime, over bytes built by the test. */
export async function isSignatureOf(text: string, signature: string): Promise<boolean> {
  const { publicKey } = await keyPair()
  const bytes = Uint8Array.from(atob(signature), (character) => character.charCodeAt(0))
  return crypto.subtle.verify(algorithm.name, publicKey, bytes, new TextEncoder().encode(text))
}
