import { startMd5, updateMd5 } from './md5-rounds.ts'
import { md5Blocks, padMessage } from './padded-message.ts'

/**
 * The MD5 of a message as lower-case hex.
 *
 * MD5 with a key behind the text is no signature: trust in a file comes from the connection that it
 * came over. It is here because the files carry it.
 */
export function md5Hex(message: Uint8Array): string {
  const bytes = new Uint8Array(md5Blocks(message.length) * 64)
  bytes.set(message)
  padMessage(bytes, 0, message.length)
  const state = { chain: new Int32Array(8), words: new Int32Array(bytes.buffer) }
  startMd5(state)
  updateMd5(state, 0, md5Blocks(message.length))
  return chainHex(state.chain)
}

/** The first four words of a chain as the 32 hex digits of the digest. */
function chainHex(chain: Int32Array): string {
  let hex = ''
  for (let word = 0; word < 4; word += 1) {
    const value = chain[word] ?? 0
    for (let shift = 0; shift < 32; shift += 8) {
      hex += ((value >>> shift) & 0xff).toString(16).padStart(2, '0')
    }
  }
  return hex
}
