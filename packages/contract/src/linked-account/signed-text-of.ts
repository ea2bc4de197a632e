import * as v from 'valibot'

/** Ties the text that a linked-account call signs to the schema of its request. */
export function signedTextOf<Request>(
  request: v.GenericSchema<unknown, Request>,
  write: (request: Request) => string,
): (request: unknown) => string {
  return (fields) => write(v.parse(request, fields))
}
