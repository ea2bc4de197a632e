/**
 * Writes a DER element: its tag, its length in the shortest form, its content. A number above 255 stands
 * for its lowest byte, as it does in a `Uint8Array`.
 */
export function writeDer(tag: number, content: ArrayLike<number> & Iterable<number>): number[] {
  const size = content.length
  const long = size > 255 ? [130, size >> 8, size] : [129, size]
  return [tag, ...(size > 127 ? long : [size]), ...content]
}
