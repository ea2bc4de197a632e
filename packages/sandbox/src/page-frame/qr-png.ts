import { generate } from 'lean-qr'

const marginModules = 4
const pixelsPerModule = 6

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) {
    value = (value & 1) === 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  }
  return value >>> 0
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + content.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, content.length)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(content, 8)
  view.setUint32(8 + content.length, crc32(bytes.subarray(4, 8 + content.length)))
  return bytes
}

function header(side: number): Uint8Array {
  const bytes = new Uint8Array(13)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, side)
  view.setUint32(4, side)
  // One bit per pixel, greyscale.
  view.setUint8(8, 1)
  return bytes
}

function rows(text: string): { readonly side: number; readonly bytes: Uint8Array } {
  const code = generate(text)
  const side = (code.size + 2 * marginModules) * pixelsPerModule
  const rowLength = 1 + Math.ceil(side / 8)
  const bytes = new Uint8Array(side * rowLength)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const isDark = code.get(
        Math.floor(x / pixelsPerModule) - marginModules,
        Math.floor(y / pixelsPerModule) - marginModules,
      )
      if (isDark) continue
      const at = y * rowLength + 1 + (x >> 3)
      bytes[at] = (bytes[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return { side, bytes }
}

async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const compressed = new Response(bytes).body?.pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(compressed).arrayBuffer())
}

/**
 * Draws a QR.
 *
 * @returns a PNG image in base64, without `data:` before it
 */
export async function qrPng(text: string): Promise<string> {
  const { side, bytes } = rows(text)
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header(side)),
    chunk('IDAT', await deflate(bytes)),
    chunk('IEND', new Uint8Array()),
  ]
  const image = new Uint8Array(await new Blob(parts).arrayBuffer())
  return btoa(String.fromCharCode(...image))
}
