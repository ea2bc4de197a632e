const quote = 34

/** Where {@link unquoteBytes} reads. */
export interface FieldBytes {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
}

/**
 * Writes the value of a field, without its quotes, into `target` from `at` on.
 *
 * @returns how many bytes it has written, at most as many as the field has
 */
export function unquoteBytes(
  { bytes, start, end }: FieldBytes,
  target: Uint8Array,
  at: number,
): number {
  const isQuoted = end - start >= 2 && bytes[start] === quote
  let written = at
  const last = isQuoted ? end - 1 : end
  for (let from = isQuoted ? start + 1 : start; from < last; from += 1) {
    const byte = bytes[from] ?? 0
    target[written] = byte
    written += 1
    // A doubled quote stands for one.
    if (isQuoted && byte === quote) from += 1
  }
  return written - at
}
