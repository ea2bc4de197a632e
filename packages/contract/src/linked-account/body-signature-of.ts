import type { SignedTextOptions } from '@merchant-edge/signing'
import * as v from 'valibot'
import type { BodySignature, BodySignatureEncoding } from '../endpoint.ts'

function encodeSignature(base64: string, encoding: BodySignatureEncoding): string {
  if (encoding === 'base64') return base64
  if (encoding === 'base64url') {
    return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  }
  return Array.from(atob(base64), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join(
    '',
  )
}

/**
 * How a request is signed in its body; it is validated before its text is written.
 *
 * @see Specification 5.3
 */
export function bodySignatureOf<Request>(
  request: v.GenericSchema<unknown, Request>,
  write: (request: Request, options?: SignedTextOptions) => string,
): Pick<BodySignature, 'signedText' | 'encode'> {
  return {
    // A client passes all of its settings.
    signedText: (fields, { noPoints, pointMethod } = {}) =>
      write(v.parse(request, fields), { noPoints, pointMethod }),
    encode: encodeSignature,
  }
}
