import { decodeBase64, type Bytes } from './base64.ts'
import { KeyError } from './key-error.ts'
import { refuseWrongKind } from './wrong-kinds.ts'

/**
 * Decodes PEM text, or the bare base64 of a DER file.
 *
 * @throws KeyError naming what the text is instead
 */
export function readPem(text: string): Bytes {
  const dense = text.replace(/\\[nr]|\s/g, '')
  refuseWrongKind(dense)
  const [bare, begin, body = bare, end] = dense.split('-----')
  const isWhole = begin?.replace('BEGIN', 'END') === end
  const bytes = decodeBase64(isWhole && body ? body : '')
  if (bytes?.length) return bytes
  throw begin
    ? new KeyError('a damaged PEM', 'Copy it again.')
    : new KeyError('not a PEM', 'Pass the key, not a path.')
}
