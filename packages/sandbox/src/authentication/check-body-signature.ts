import { decodeBase64, importPublicKey } from '@merchant-edge/signing'
import {
  bodyCandidates,
  decodeSignature,
  explainText,
  type BodySigned,
  type SignatureExplanation,
} from '@merchant-edge/signing/explain'
import { listApiKeys } from '../merchants/api-keys.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Caller } from './authenticate.ts'

const encoder = new TextEncoder()

/** Maximum number of other API keys that are tried as the signer when a request does not verify. */
const maxOtherKeys = 20

function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return undefined
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Reads base64, base64url with or without padding, and hex. Assumes G-04. */
function signatureBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  const hex = fromHex(text)
  if (hex !== undefined) return hex
  const standard = text.replaceAll('-', '+').replaceAll('_', '/')
  const padding = '='.repeat((4 - (standard.length % 4)) % 4)
  return decodeBase64(standard.endsWith('=') ? standard : standard + padding)
}

/** Replaces a secret in the signed text before the journal stores it. */
function withoutSecret(explanation: SignatureExplanation, secret: unknown): SignatureExplanation {
  if (typeof secret !== 'string' || secret === '') return explanation
  const blot = (text: string) => text.replaceAll(secret, '[user_token]')
  const { expectedText, signedText } = explanation
  return {
    ...explanation,
    expectedText: blot(expectedText),
    ...(signedText !== undefined && { signedText: blot(signedText) }),
  }
}

async function explain(
  sandbox: Sandbox,
  caller: Caller,
  signed: BodySigned & { readonly signature: string },
): Promise<SignatureExplanation> {
  const keys = await listApiKeys(sandbox.database)
  const bytes = signatureBytes(signed.signature)
  return explainText({
    keyCode: caller.apiKey.keyCode,
    publicKey: caller.apiKey.publicKeyPem,
    otherKeys: keys
      .slice(0, maxOtherKeys)
      .map(({ keyCode, publicKeyPem }) => ({ keyCode, publicKey: publicKeyPem })),
    expectedText: signed.expectedText,
    readSignature: (length) =>
      bytes?.byteLength === length ? [{ bytes }] : decodeSignature(signed.signature, length),
    candidates: () => Promise.resolve(bodyCandidates(signed)),
  })
}

async function isSigned(
  publicKeyPem: string,
  bytes: Uint8Array<ArrayBuffer>,
  texts: readonly string[],
): Promise<boolean> {
  const key = await importPublicKey(publicKeyPem)
  for (const text of texts) {
    const covered = encoder.encode(text)
    if (await crypto.subtle.verify('RSASSA-PKCS1-v1_5', key, bytes, covered)) return true
  }
  return false
}

/**
 * Checks the field `signature` of a linked-account call against the key that signed the headers, or
 * against all keys of the merchant when there are no such headers. When the signature does not
 * verify, the journal stores which text was signed instead, without the token.
 *
 * @throws RefusalError 4010001
 * @see Specification 5.3
 */
export async function checkBodySignature(
  sandbox: Sandbox,
  caller: Caller,
  signed: Omit<BodySigned, 'expectedText'> & {
    readonly signature: unknown
    /** Every text that the signature may cover, the ordinary one first. */
    readonly expectedTexts: readonly string[]
  },
): Promise<void> {
  const { signature, expectedTexts, ...parts } = signed
  if (typeof signature !== 'string' || signature === '') {
    throw new RefusalError(4010001, 'signature: the field is missing')
  }
  const bytes = signatureBytes(signature)
  const { apiKey, bodyKeys = [apiKey] } = caller
  if (bytes !== undefined) {
    for (const { publicKeyPem } of bodyKeys) {
      if (await isSigned(publicKeyPem, bytes, expectedTexts)) return
    }
  }
  const explanation = withoutSecret(
    await explain(sandbox, caller, { ...parts, expectedText: expectedTexts[0] ?? '', signature }),
    signed.fields['user_token'],
  )
  throw new RefusalError(4010001, `signature: ${explanation.cause}`, explanation)
}
