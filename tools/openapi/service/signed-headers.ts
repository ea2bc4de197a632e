import * as limits from '@merchant-edge/contract/limits'
import type { Parameter } from '../document/open-api-document.ts'

/** The headers that sign every request, besides X-Key-Code. @see Specification 5.1 */
export const signedHeaders: readonly Parameter[] = [
  {
    name: 'X-Timestamp',
    in: 'header',
    required: true,
    description: 'Time of the request in seconds since 1970; at most two hours old.',
    schema: { type: 'integer' },
  },
  {
    name: 'X-Nonce',
    in: 'header',
    required: true,
    description: 'A value that is unique for each request, also for a repeated one.',
    schema: { type: 'string', maxLength: limits.nonceChars },
  },
  {
    name: 'X-Signature',
    in: 'header',
    required: true,
    description:
      'RSA with SHA-256 (PKCS#1 v1.5) in base64, over path;METHOD;nonce;timestamp;key code;body.',
    schema: { type: 'string', contentEncoding: 'base64' },
  },
  {
    name: 'X-Request-ID',
    in: 'header',
    required: false,
    description: 'An id of the request that the merchant chooses.',
    schema: { type: 'string', maxLength: limits.requestIdChars },
  },
]
