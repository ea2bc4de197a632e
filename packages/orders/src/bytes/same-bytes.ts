/**
 * Compares two byte arrays in constant time: for equal lengths the time does not depend on where
 * they differ.
 */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (const [place, byte] of one.entries()) difference |= byte ^ (other[place] ?? 0)
  return difference === 0
}
