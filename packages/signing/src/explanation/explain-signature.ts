import { checkArguments } from '../check-options.ts'
import { candidateTexts } from './candidate-texts.ts'
import { explainText, type SigningKeys } from './explain-text.ts'
import type { RequestSurroundings } from './part-deviations.ts'
import { joinParts, type SignedParts } from './signed-parts.ts'
import { decodeSignature } from './signature-encodings.ts'
import type { SignatureExplanation } from './signature-explanation.ts'

export type { SignatureExplanation } from './signature-explanation.ts'

/** A signed request, with the keys that may have signed it. */
export interface SignatureToExplain extends SignedParts, SigningKeys, Partial<RequestSurroundings> {
  readonly keyCode: string
  /** Text of X-Signature. */
  readonly signature: string
}

/**
 * Finds out why the signature of a request does not verify: it checks the signature against the
 * texts, keys and notations that callers have been seen to use, and says in plain words which one
 * it was.
 *
 * @throws KeyError when a key cannot be used
 * @see Specification 5.2
 */
export async function explainSignature(input: SignatureToExplain): Promise<SignatureExplanation> {
  checkArguments('explainSignature', { input })
  const expectedText = joinParts(input)
  return explainText({
    ...input,
    expectedText,
    readSignature: (signatureBytes) => decodeSignature(input.signature, signatureBytes),
    candidates: () => candidateTexts(input, expectedText),
  })
}
