import { encodeHex } from './hex.ts'

/** Tag and length of an element, in hex; the length in its shortest form, and less than 64 KiB. */
const header = /^(..)([0-7].|81[89a-f].|82(?!00)....)/

/**
 * Reads DER as a text that patterns can be held against: each element as `tag<content>` in hex. Inside
 * SEQUENCE (30), BIT STRING (03) and OCTET STRING (04) elements are read in turn.
 *
 * @param hex the DER
 * @returns an empty text when it is not strict DER: cut off, or a length not in its shortest form
 */
export function readDer(hex: string, depth = 4): string {
  let text = ''
  for (let rest = hex; rest;) {
    const [head = '', tag = '', size = ''] = header.exec(rest) ?? []
    const end = head.length + 2 * Number(`0x${size.slice(size[2] ? 2 : 0)}`)
    if (!(end <= rest.length)) return ''
    const content = rest.slice(head.length, end)
    const unusedBits = tag === '03' ? content.slice(0, 2) : ''
    const inner =
      depth && /30|0[34]/.test(tag) && readDer(content.slice(unusedBits.length), depth - 1)
    text += `${tag}<${inner ? unusedBits + inner : content}>`
    rest = rest.slice(end)
  }
  return text
}

/** Writes as hex what {@link readDer} has read. */
export function writeDer(text: string): string {
  const hex = text.replace(/(..)<(\w*)>/, (_, tag: string, content: string) => {
    const size = content.length / 2
    const long = size > 255 ? [130, size >> 8, size & 255] : [129, size]
    return tag + encodeHex(size > 127 ? long : [size]) + content
  })
  return hex === text ? hex : writeDer(hex)
}
