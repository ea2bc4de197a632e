/**
 * A short name for a text (FNV-1a, 32 bits): it changes when the text does, so that a browser may keep
 * the text under this name for ever. It protects nothing.
 */
export function contentVersion(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(36)
}
