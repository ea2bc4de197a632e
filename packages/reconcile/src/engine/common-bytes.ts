/** Length of the common prefix of texts, in bytes; 0 if there is no text. */
export function commonBytes(texts: readonly Uint8Array[]): number {
  const [first, ...others] = texts
  if (first === undefined) return 0
  return others.reduce((common, other) => {
    let same = 0
    while (same < common && same < other.length && first[same] === other[same]) same += 1
    return same
  }, first.length)
}
