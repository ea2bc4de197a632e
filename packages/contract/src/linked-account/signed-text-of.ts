import type { SignedTextOptions } from '@merchant-edge/signing'
import * as v from 'valibot'

/** Validates a request, then writes the text that the signature in its body covers. @see Specification 5.3 */
export function signedTextOf<Request>(
  request: v.GenericSchema<unknown, Request>,
  write: (request: Request, options?: SignedTextOptions) => string,
): (request: unknown, options?: SignedTextOptions) => string {
  return (fields, options) => write(v.parse(request, fields), options)
}
