interface Step {
  readonly sine: number
  readonly word: number
  readonly turn: number
}

/** The constants of the 64 steps, from the RFC. */
const steps = Array.from({ length: 64 }, (_, step): Step => {
  const round = Math.floor(step / 16)
  const turns = [
    [7, 12, 17, 22],
    [5, 9, 14, 20],
    [4, 11, 16, 23],
    [6, 10, 15, 21],
  ]
  return {
    sine: Math.floor(2 ** 32 * Math.abs(Math.sin(step + 1))) | 0,
    word: ([step, 5 * step + 1, 3 * step + 5, 7 * step][round] ?? 0) % 16,
    turn: turns[round]?.[step % 4] ?? 0,
  }
})

/** The padded message: the text, a one bit, zeros, and the length in bits. */
function padded(text: string): DataView {
  const bytes = new TextEncoder().encode(text)
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  message.set(bytes)
  message[bytes.length] = 0x80
  const view = new DataView(message.buffer)
  view.setBigUint64(message.length - 8, BigInt(bytes.length) * 8n, true)
  return view
}

/** MD5 step by step as in the RFC: the oracle for checksums in tests. */
export function plainMd5(text: string): string {
  const message = padded(text)
  const state = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476])
  for (let block = 0; block < message.byteLength; block += 64) {
    let [a = 0, b = 0, c = 0, d = 0] = state
    for (let step = 0; step < 64; step += 1) {
      const { sine, word, turn } = steps[step] ?? { sine: 0, word: 0, turn: 0 }
      let mixed = c ^ (b | ~d)
      if (step < 16) mixed = (b & c) | (~b & d)
      else if (step < 32) mixed = (b & d) | (c & ~d)
      else if (step < 48) mixed = b ^ c ^ d
      const sum = (a + mixed + message.getInt32(block + word * 4, true) + sine) | 0
      const turned = (sum << turn) | (sum >>> (32 - turn))
      a = d
      d = c
      c = b
      b = (b + turned) | 0
    }
    state.set([a, b, c, d].map((word, index) => word + (state[index] ?? 0)))
  }
  const digest = new DataView(new ArrayBuffer(16))
  for (const [index, word] of state.entries()) digest.setInt32(index * 4, word, true)
  return Array.from(new Uint8Array(digest.buffer), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
