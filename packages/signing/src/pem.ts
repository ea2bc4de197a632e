import { decodeBase64, type Bytes } from './base64.ts'
import { wrongKind } from './wrong-kinds.ts'

/** One block behind its BEGIN, unless DER does not tell what it is. */
const onlyBlock = /^(?!OPEN|[A-Z ]*REQ)([A-Z ]+)-----([^]*)-----END \1--/

/**
 * Decodes PEM text, or the bare base64 of a DER file.
 *
 * @throws KeyError naming what the text is instead
 */
export function readPem(text: string): Bytes {
  const [bare, block, second] = text.split('--BEGIN ')
  // What stands in a second block is never base64: there are hyphens in it.
  const base64 = second ?? (block ? onlyBlock.exec(block)?.[2] : bare)
  const bytes = decodeBase64(base64?.replace(/\s/g, '') ?? '')
  if (!bytes?.length) throw wrongKind(block ? 'a damaged PEM' : 'not a PEM', text)
  return bytes
}
