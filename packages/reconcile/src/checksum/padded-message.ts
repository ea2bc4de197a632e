/** How many 64-byte blocks MD5 takes over a message of so many bytes. */
export function md5Blocks(lengthBytes: number): number {
  return (lengthBytes + 72) >>> 6
}

/** Writes the padding of MD5 after a message that lies in `bytes` from `start` on. */
export function padMessage(bytes: Uint8Array, start: number, lengthBytes: number): void {
  const blocksEnd = start + md5Blocks(lengthBytes) * 64
  const end = start + lengthBytes
  bytes[end] = 0x80
  bytes.fill(0, end + 1, blocksEnd)
  const bits = lengthBytes * 8
  bytes[blocksEnd - 8] = bits
  bytes[blocksEnd - 7] = bits >>> 8
  bytes[blocksEnd - 6] = bits >>> 16
  bytes[blocksEnd - 5] = bits >>> 24
  bytes[blocksEnd - 4] = lengthBytes / 0x2000_0000
}
