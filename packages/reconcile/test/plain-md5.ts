const sines = Array.from({ length: 64 }, (_, step) =>
  Math.floor(2 ** 32 * Math.abs(Math.sin(step + 1))),
)

/** MD5 as the RFC tells it, without a thought of speed: the oracle for the checksums of the tests. */
export function plainMd5(text: string): string {
  const message = [...new TextEncoder().encode(text)]
  const bits = message.length * 8
  message.push(0x80)
  while (message.length % 64 !== 56) message.push(0)
  for (let at = 0; at < 8; at += 1) message.push(Math.floor(bits / 2 ** (8 * at)) % 256)
  const turns = [
    [7, 12, 17, 22],
    [5, 9, 14, 20],
    [4, 11, 16, 23],
    [6, 10, 15, 21],
  ]
  let state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  for (let block = 0; block < message.length; block += 64) {
    let [a, b, c, d] = state as [number, number, number, number]
    for (let step = 0; step < 64; step += 1) {
      const round = Math.floor(step / 16)
      const mixed = [(b & c) | (~b & d), (b & d) | (c & ~d), b ^ c ^ d, c ^ (b | ~d)][round] ?? 0
      const word = [step, 5 * step + 1, 3 * step + 5, 7 * step][round] ?? 0
      let value = 0
      for (const at of [3, 2, 1, 0])
        value = value * 256 + (message[block + (word % 16) * 4 + at] ?? 0)
      const sum = ((a + mixed + value + (sines[step] ?? 0)) % 2 ** 32) | 0
      const turn = turns[round]?.[step % 4] ?? 0
      const turned = (sum << turn) | (sum >>> (32 - turn))
      ;[a, b, c, d] = [d, (b + turned) | 0, b, c]
    }
    state = [a, b, c, d].map((word, index) => (word + (state[index] ?? 0)) | 0)
  }
  return state
    .flatMap((word) =>
      [0, 8, 16, 24].map((by) => ((word >>> by) & 255).toString(16).padStart(2, '0')),
    )
    .join('')
}
