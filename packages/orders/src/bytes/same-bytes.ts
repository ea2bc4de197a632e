/** Whether two texts of bytes are the same; of equal lengths, it takes the same time wherever they differ. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (const [place, byte] of one.entries()) difference |= byte ^ (other[place] ?? 0)
  return difference === 0
}
