import { qrModules, quietZone } from './qr-image.ts'

/** Pixels of a module: a printer of receipts with 8 dots in a millimetre prints it 1 mm wide. */
const pixelsPerModule = 8

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** Check sum of PNG. @see ISO/IEC 15948, annex D */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1))
  }
  return (crc ^ 0xffffffff) >>> 0
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(content.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, content.length)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(content, 8)
  view.setUint32(content.length + 8, crc32(bytes.subarray(4, content.length + 8)))
  return bytes
}

/** A picture of one bit for each pixel, without a palette: 1 is white. */
function header(side: number): Uint8Array {
  const bytes = new Uint8Array(13)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, side)
  view.setUint32(4, side)
  view.setUint8(8, 1)
  return bytes
}

/**
 * The lines of the picture; each begins with its filter type, 0 for none. As a module has 8 pixels,
 * it is a byte.
 */
function linesOf(text: string): { readonly side: number; readonly lines: Uint8Array } {
  const code = qrModules(text)
  const modules = code.size + 2 * quietZone
  const lines = new Uint8Array(modules * pixelsPerModule * (modules + 1))
  for (let y = 0; y < modules; y += 1) {
    const line = new Uint8Array(modules + 1)
    for (let x = 0; x < modules; x += 1) {
      line[x + 1] = code.get(x - quietZone, y - quietZone) ? 0x00 : 0xff
    }
    for (let copy = 0; copy < pixelsPerModule; copy += 1) {
      lines.set(line, (y * pixelsPerModule + copy) * line.length)
    }
  }
  return { side: modules * pixelsPerModule, lines }
}

async function deflated(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/**
 * Draws a text as a QR, black on white.
 *
 * @returns a PNG picture in base64, without `data:` before it
 * @throws Error when the text is too long for a QR
 */
export async function qrPng(text: string): Promise<string> {
  const { side, lines } = linesOf(text)
  const parts = [
    signature,
    chunk('IHDR', header(side)),
    chunk('IDAT', await deflated(lines)),
    chunk('IEND', new Uint8Array()),
  ]
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
