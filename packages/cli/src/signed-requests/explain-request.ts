import {
  generateKeyPair,
  importPrivateKey,
  importPublicKey,
  KeyError,
  signText,
  verifyText,
} from '@merchant-edge/signing'
import {
  bodyFormProblem,
  explainSignature as explainSent,
  type SignatureExplanation,
} from '@merchant-edge/signing/explain'
import { publicHalf, type FileKey, type PublicHalf } from '../keys/public-half.ts'
import { keyRemedy } from '../keys/read-key.ts'
import { checkHeaders, checkSignatureForm, type ClaimedHeaders } from './check-headers.ts'
import type { Finding } from './check-headers.ts'
import { textDifference, type NamedPart, type TextDifference } from './text-difference.ts'

/** A signed request to be explained. */
export interface RequestToExplain extends ClaimedHeaders {
  /** Path from `/merchant-integration` on, or the whole address. */
  readonly address: string
  readonly method: string
  /** The exact body that was sent; empty when there was none. */
  readonly body: string
  /** Text that the caller signed, if known. */
  readonly signedText: string | undefined
  /** Either half of the caller's key. */
  readonly key: FileKey
  /** Time at which the service receives the request, in seconds since 1970. */
  readonly nowSeconds: number
}

/** Why a request would be refused. */
export interface RequestExplanation {
  /** All problems, in the order in which the service would find them. */
  readonly findings: readonly Finding[]
  /** The text that the service expects to be signed. */
  readonly expectedText: string
  /** The text that was signed, when it was given or could be found. */
  readonly signedText: string | undefined
  /** First position in which the two texts differ. */
  readonly difference: TextDifference | undefined
  /** What the signature covers; absent when there was no signature or no key to check it with. */
  readonly signature: SignatureExplanation | undefined
  /** SHA-256 of the public key, in hex; absent when the key cannot be used. */
  readonly fingerprint: string | undefined
}

interface Address {
  readonly path: string
  readonly origin: string
  readonly query: string
}

/**
 * Splits an address without changing a character of its path, because the path is signed as sent.
 */
function readAddress(address: string): Address {
  const [, origin = '', rest = ''] = /^([a-z]+:\/\/[^/?#]*)?([^]*)$/i.exec(address) ?? []
  const [, path = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(rest) ?? []
  return { path, origin, query }
}

function namedParts(request: RequestToExplain, path: string): readonly NamedPart[] {
  const { method, nonce, timestamp, keyCode, body } = request
  return [
    { name: 'the path', text: path },
    { name: 'the method', text: method },
    { name: 'the nonce', text: nonce },
    { name: 'the timestamp', text: timestamp },
    { name: 'the key code', text: keyCode },
    { name: 'the body', text: body },
  ]
}

async function openKey(key: FileKey): Promise<PublicHalf | Finding> {
  try {
    const half = await publicHalf(key)
    await importPublicKey(half.publicKey)
    return half
  } catch (error) {
    if (!(error instanceof KeyError)) throw error
    return { part: 'key', message: `The key is ${error.found}.`, remedy: keyRemedy(error) }
  }
}

interface Signed {
  readonly signature: string
  readonly publicKey: FileKey
}

async function explainSignature(
  request: RequestToExplain,
  { path, origin, query }: Address,
  { signature, publicKey }: Signed,
): Promise<SignatureExplanation> {
  const { method, nonce, timestamp, keyCode, body } = request
  const sent = { path, method, nonce, timestamp, keyCode, body }
  return await explainSent({ ...sent, signature, publicKey, origin, query })
}

/**
 * Signs a text with a temporary key, so that it can be explained like a signature of the caller.
 */
async function signForExplanation(text: string): Promise<Signed> {
  const { privateKeyPem, publicKeyPem } = await generateKeyPair()
  const key = await importPrivateKey(privateKeyPem)
  return { signature: await signText(key, text.toWellFormed()), publicKey: publicKeyPem }
}

function signatureFinding(explanation: SignatureExplanation): Finding[] {
  if (explanation.verdict === 'valid') return []
  const cause = explanation.cause.charAt(0).toUpperCase() + explanation.cause.slice(1)
  const { remedy } = explanation
  return [{ part: 'X-Signature', code: 4010001, message: `${cause}.`, remedy }]
}

/** A body that the service may verify in another form than it was sent in. */
function bodyFinding({ body }: RequestToExplain): Finding[] {
  const problem = bodyFormProblem(body)
  if (problem === undefined) return []
  const message = `The body has ${problem}.`
  const remedy = 'Write the JSON compact, with every character as it is; sign and send that text.'
  return [{ part: 'body', code: 4010001, message, remedy }]
}

/** Whether the signature, if any, covers the text that was given as signed. */
async function givenTextFinding(request: RequestToExplain, publicKey: FileKey): Promise<Finding[]> {
  const { signedText, signature } = request
  if (signedText === undefined || signature === '') return []
  const key = await importPublicKey(publicKey)
  if (await verifyText(key, signedText, signature.trim())) return []
  return [
    {
      part: 'signed text',
      message: 'X-Signature is not the signature of the text that was given as signed.',
      remedy: 'Give the text exactly as it went into the signature, and the key that made it.',
    },
  ]
}

async function explainSigned(
  request: RequestToExplain,
  address: Address,
  half: PublicHalf | undefined,
): Promise<SignatureExplanation | undefined> {
  const { signature, signedText } = request
  if (signature !== '') {
    if (half === undefined) return undefined
    return await explainSignature(request, address, { signature, publicKey: half.publicKey })
  }
  if (signedText === undefined) return undefined
  return await explainSignature(request, address, await signForExplanation(signedText))
}

/** Finds out why a signed request would be refused. @see Specification 5.2, 7 */
export async function explainRequest(request: RequestToExplain): Promise<RequestExplanation> {
  const address = readAddress(request.address)
  const parts = namedParts(request, address.path)
  const opened = await openKey(request.key)
  const half = 'publicKey' in opened ? opened : undefined
  const signature = await explainSigned(request, address, half)
  const signedText = request.signedText ?? signature?.signedText
  const isTextOnly = request.signature === '' && request.signedText !== undefined
  return {
    findings: [
      ...('publicKey' in opened ? [] : [opened]),
      ...checkHeaders(request, request.nowSeconds).filter(
        ({ part }) => !isTextOnly || part !== 'X-Signature',
      ),
      ...(signature === undefined
        ? checkSignatureForm(request.signature)
        : signatureFinding(signature)),
      ...bodyFinding(request),
      ...(half === undefined ? [] : await givenTextFinding(request, half.publicKey)),
    ],
    expectedText: parts.map(({ text }) => text).join(';'),
    signedText,
    difference: signedText === undefined ? undefined : textDifference(parts, signedText),
    signature,
    fingerprint: half?.inspection.fingerprint,
  }
}
