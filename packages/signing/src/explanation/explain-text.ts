import type { KeyMaterial } from '../keys/key-material.ts'
import { checkArguments } from '../check-options.ts'
import { importPublicKey } from '../import-key.ts'
import { algorithmDeviation, type AlgorithmDeviation } from './algorithm-deviations.ts'
import type { DecodedSignature } from './signature-encodings.ts'
import type { SignatureExplanation } from './signature-explanation.ts'
import type { WebCryptoKey } from '../keys/web-crypto-key.ts'

/** How many candidates are tried with the other keys. */
const candidatesOfOthers = 60

/** A text that a caller may have signed instead of the right one. */
export interface CandidateText {
  /** A text that may have been signed by mistake. */
  readonly text: string
  /** The mistake, as a text that follows "you signed". */
  readonly says: string
  /** How to avoid it. */
  readonly remedy: string
}

/** The keys that may have signed. */
export interface SigningKeys {
  /** `X-Key-Code`: id of the API key. */
  readonly keyCode: string
  /** Public key that is registered under the key code. */
  readonly publicKey: KeyMaterial
  /** Other keys that the caller may have confused with it. */
  readonly otherKeys?:
    | readonly { readonly keyCode: string; readonly publicKey: KeyMaterial }[]
    | undefined
}

/** A text that should have been signed, and the received signature. */
export interface TextToExplain extends SigningKeys {
  readonly expectedText: string
  /**
   * Decodes the signature in every possible encoding, for signatures of the given number of bytes.
   */
  readonly readSignature: (signatureBytes: number) => readonly DecodedSignature[]
  /** Texts that callers are known to sign by mistake; computed only when needed. */
  readonly candidates: () => Promise<readonly CandidateText[]>
}

interface RegisteredKey {
  readonly keyCode: string
  readonly key: WebCryptoKey
}

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

async function verifies(
  key: WebCryptoKey,
  signature: DecodedSignature,
  text: string,
): Promise<boolean> {
  return crypto.subtle.verify(algorithm, key, signature.bytes, new TextEncoder().encode(text))
}

function signatureBytesOf(key: WebCryptoKey): number {
  const length: unknown = Reflect.get(key.algorithm, 'modulusLength')
  return typeof length === 'number' ? Math.ceil(length / 8) : 256
}

async function importOthers(input: SigningKeys): Promise<readonly RegisteredKey[]> {
  const others = (input.otherKeys ?? []).filter(({ keyCode }) => keyCode !== input.keyCode)
  return Promise.all(
    others.map(async ({ keyCode, publicKey }) => ({
      keyCode,
      key: await importPublicKey(publicKey),
    })),
  )
}

function explained(
  found: {
    readonly candidate: CandidateText
    readonly by: string
    readonly signature: DecodedSignature
  },
  input: SigningKeys,
  rest: Pick<SignatureExplanation, 'expectedText' | 'textsTried'>,
): SignatureExplanation {
  const { candidate, by, signature } = found
  const isOtherKey = by !== input.keyCode
  const says = [
    ...(candidate.says === '' ? [] : [`you signed ${candidate.says}`]),
    ...(signature.says === undefined ? [] : [`you wrote ${signature.says}`]),
    ...(isOtherKey ? [`you signed with the key of ${by}, but sent ${input.keyCode}`] : []),
  ]
  const remedies = [
    candidate.remedy,
    ...(signature.says === undefined ? [] : ['Write it in standard padded base64, on one line.']),
    ...(isOtherKey ? ['Send the key code that belongs to the signing key.'] : []),
  ]
  return {
    verdict: 'explained',
    cause: says.join('; '),
    remedy: remedies.filter((remedy) => remedy !== '').join(' '),
    signedText: candidate.text,
    signedBy: by,
    ...rest,
  }
}

async function explainAlgorithm(
  key: WebCryptoKey,
  signatures: readonly DecodedSignature[],
  expectedText: string,
): Promise<AlgorithmDeviation | undefined> {
  const spki = await crypto.subtle.exportKey('spki', key).catch(() => undefined)
  if (!(spki instanceof ArrayBuffer)) return undefined
  for (const { bytes } of signatures) {
    const deviation = await algorithmDeviation(spki, expectedText, bytes)
    if (deviation !== undefined) return deviation
  }
  return undefined
}

function otherAlgorithm(
  { says, signsText }: AlgorithmDeviation,
  signedBy: string,
  rest: Pick<SignatureExplanation, 'expectedText' | 'textsTried'>,
): SignatureExplanation {
  return {
    verdict: 'explained',
    cause: `you signed ${says}`,
    remedy: 'Sign the text itself with RSASSA-PKCS1-v1_5 and SHA-256.',
    ...(signsText && { signedText: rest.expectedText }),
    signedBy,
    ...rest,
  }
}

const unexplained = {
  verdict: 'unexplained',
  cause: 'the signature covers none of the texts that were tried, with none of the known keys',
  remedy:
    'Compare the text that you sign with expectedText byte for byte, and make sure that the public key registered under this key code belongs to your private key.',
} as const

/**
 * Finds out why a signature does not verify: it checks the signature against texts, keys and
 * notations that callers have been seen to use, and says in plain words which one it was.
 *
 * @throws KeyError when a key cannot be used
 */
export async function explainText(input: TextToExplain): Promise<SignatureExplanation> {
  checkArguments('explainText', { input })
  const { expectedText } = input
  const own = { keyCode: input.keyCode, key: await importPublicKey(input.publicKey) }
  const signatureBytes = signatureBytesOf(own.key)
  const signatures = input.readSignature(signatureBytes)
  if (signatures.length === 0) {
    return {
      verdict: 'unreadable',
      cause: `this is no signature of ${signatureBytes} bytes in base64`,
      remedy: 'Send the RSA signature in standard padded base64, on one line.',
      expectedText,
      textsTried: 0,
    }
  }
  const right: CandidateText = { text: expectedText, says: '', remedy: '' }
  let textsTried = 0
  const search = async (keys: readonly RegisteredKey[], candidates: readonly CandidateText[]) => {
    for (const { key, keyCode: by } of keys) {
      for (const signature of signatures) {
        for (const candidate of candidates) {
          textsTried += 1
          if (await verifies(key, signature, candidate.text)) return { candidate, by, signature }
        }
      }
    }
    return undefined
  }
  const others = await importOthers(input)
  const rightText = await search([own, ...others], [right])
  if (rightText?.by === own.keyCode && rightText.signature.says === undefined) {
    const cause = 'the signature is right'
    return { verdict: 'valid', cause, remedy: '', expectedText, textsTried }
  }
  const other = rightText ? undefined : await explainAlgorithm(own.key, signatures, expectedText)
  if (other !== undefined) return otherAlgorithm(other, own.keyCode, { expectedText, textsTried })
  const candidates = rightText === undefined ? await input.candidates() : []
  const found =
    rightText ??
    (await search([own], candidates)) ??
    (await search(others, candidates.slice(0, candidatesOfOthers)))
  const rest = { expectedText, textsTried }
  return found === undefined ? { ...unexplained, ...rest } : explained(found, input, rest)
}
