import * as v from 'valibot'
import { maxCharacters } from '../fields/max-characters.ts'

/** A code that travels as a header: printable ASCII without spaces, at most 64 characters. */
const HeaderCode = v.pipe(
  v.string('must be a string'),
  v.regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces'),
  maxCharacters(64),
)

/** Parameters of the gateway that are named like headers and sent as headers. Assumes G-03. */
export const gatewayHeaderFields = {
  /** Code of the store, issued by the service; `store_code` in the REST form. */
  'X-Merchant-ID': HeaderCode,
  /** POS code of the terminal, issued by the service; `pos_code` in the REST form. */
  'X-Terminal-ID': HeaderCode,
}
