import { decodeBase64, type Bytes } from '../base64.ts'
import { wrongKey } from './wrong-key.ts'

/** Refuses a PEM whose label names something other than an RSA key. */
function checkLabels(labels: readonly string[]): void {
  if (labels.some((label) => label.includes('SSH'))) throw wrongKey('openSsh')
  if (labels.some((label) => label.startsWith('EC'))) throw wrongKey('ec')
  if (labels.some((label) => label.startsWith('ENCRYPTED'))) throw wrongKey('encrypted')
  if (labels.length > 1) throw wrongKey('several')
  if (labels.some((label) => label.includes('REQUEST'))) throw wrongKey('certificateRequest')
  if (labels.some((label) => label.includes('CERTIFICATE'))) throw wrongKey('certificate')
}

/**
 * Decodes PEM text, or the bare base64 of a DER file. Text before the PEM is ignored.
 *
 * @throws KeyError that names what the text is instead
 * @see RFC 7468
 */
export function readPem(text: string): Bytes {
  if (text.startsWith('ssh-') || text.startsWith('ecdsa-')) throw wrongKey('openSsh')
  // Removes line breaks, both real ones and the two characters `\n` of pasted secrets.
  const compact = text.replaceAll(/\\[nr]|\s/g, '')
  checkLabels(Array.from(compact.matchAll(/-BEGIN(\w*)/g), ([, label = '']) => label))
  // RFC 1421 writes the encryption into a header of the PEM.
  if (compact.includes('Proc-Type:4,ENCRYPTED')) throw wrongKey('encrypted')

  const [bare = '', begin, body = bare, end] = compact.split('-----')
  const bytes = decodeBase64(body)
  if (begin === undefined) {
    if (bytes === undefined) throw wrongKey('noPem')
    return bytes
  }
  const isWhole = begin.replace('BEGIN', 'END') === end
  if (!isWhole || bytes === undefined || bytes.length === 0) throw wrongKey('damagedPem')
  return bytes
}
