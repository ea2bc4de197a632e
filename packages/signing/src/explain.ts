export { explainSignature, type SignatureToExplain } from './explanation/explain-signature.ts'
export {
  explainText,
  type CandidateText,
  type SigningKeys,
  type TextToExplain,
} from './explanation/explain-text.ts'
export type { SignatureExplanation } from './explanation/signature-explanation.ts'
export { bodyFormProblem } from './explanation/body-form.ts'
export { bodyCandidates, type BodySigned } from './explanation/body-candidates.ts'
export { decodeSignature, type DecodedSignature } from './explanation/signature-encodings.ts'
export { joinParts, type SignedParts } from './explanation/signed-parts.ts'
