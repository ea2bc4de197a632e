/** Longest record, in bytes without its line ending; a longer one is a malformed row. */
export const maxRecordBytes = 16 * 1024
/** How much of a file is looked at in one go. */
export const pieceBytes = 128 * 1024
/** Bytes that a batch of records needs: a multiple of {@link bytesPerWord}. */
export const batchBytes = maxRecordBytes + pieceBytes + 64
/** Bytes whose marks are the bits of one word. */
export const bytesPerWord = 32

/** Memory in which records are found, with a bit for each byte that a reader of CSV must look at. */
export interface BatchRoom {
  /** {@link batchBytes} bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Bit `n` of word `w`: byte `32 w + n` is a comma, a quote, a line feed or a carriage return. */
  readonly specials: Int32Array
  /** The same for bytes that are no printable ASCII: control characters, and all from 127 on. */
  readonly odds: Int32Array
  /** Writes the marks of the bytes from `from` to `to`, both multiples of {@link bytesPerWord}. */
  mark(from: number, to: number): void
}

const special = 1
const odd = 2

const kindOf = Uint8Array.from(
  { length: 256 },
  (_, byte) =>
    (',"\r\n'.includes(String.fromCharCode(byte)) ? special : 0) |
    (byte < 32 || byte >= 127 ? odd : 0),
)

/**
 * A room whose marks are written in script: runs everywhere.
 *
 * @param bytes {@link batchBytes} bytes to work in; its own when left out
 */
export function scriptBatchRoom(bytes = new Uint8Array(batchBytes)): BatchRoom {
  const specials = new Int32Array(batchBytes / bytesPerWord)
  const odds = new Int32Array(batchBytes / bytesPerWord)
  return {
    bytes,
    specials,
    odds,
    mark(from, to) {
      for (let word = from / bytesPerWord; word < to / bytesPerWord; word += 1) {
        let specialBits = 0
        let oddBits = 0
        const at = word * bytesPerWord
        for (let bit = 0; bit < bytesPerWord; bit += 1) {
          const kind = kindOf[bytes[at + bit] ?? 0] ?? 0
          specialBits |= (kind & special) << bit
          oddBits |= (kind >>> 1) << bit
        }
        specials[word] = specialBits
        odds[word] = oddBits
      }
    },
  }
}
