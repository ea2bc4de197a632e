/**
 * Gives the memory of an array back at once. Where the runtime cannot (Node 20), it is given back when
 * the garbage is collected, which may be after the end.
 */
export function releaseMemory(words: Int32Array<ArrayBuffer>): void {
  if ('transfer' in words.buffer) words.buffer.transfer(0)
}
