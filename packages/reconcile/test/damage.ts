import type { createRandom } from './random.ts'

type Random = ReturnType<typeof createRandom>

const encoder = new TextEncoder()

const oddTexts = [
  ',',
  '"',
  '""',
  '\r\n',
  '\n',
  '\r',
  '\u{feff}',
  'Đ',
  '\0',
  '\t',
  '',
  '😀',
  ' ',
  '-',
]

/** Concatenates chunks. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(pieces.flatMap((piece) => [...piece]))
}

/** Inserts unusual bytes into a file, or removes bytes. */
export function damaged(file: Uint8Array, random: Random): Uint8Array<ArrayBuffer> {
  const at = random.below(file.length)
  const rest = at + random.below(4)
  const odd = random.chance(0.2)
    ? Uint8Array.of(random.below(256))
    : encoder.encode(random.pick(oddTexts))
  return joined([file.subarray(0, at), odd, file.subarray(rest)])
}
