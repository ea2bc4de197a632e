import * as v from 'valibot'

/** Validates a request, then writes the text that the signature in its body covers. @see Specification 5.3 */
export function signedTextOf<Request>(
  request: v.GenericSchema<unknown, Request>,
  write: (request: Request) => string,
): (request: unknown) => string {
  return (fields) => write(v.parse(request, fields))
}
