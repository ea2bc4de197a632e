/** SHA-256 of a stream as lower-case hex, and its length in bytes. */
export async function sha256OfStream(
  stream: ReadableStream<Uint8Array>,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const digest = new crypto.DigestStream('SHA-256')
  await stream.pipeTo(digest)
  return { sha256: hexOf(await digest.digest), bytes: Number(digest.bytesWritten) }
}

/** Bytes as lower-case hex. */
export function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** SHA-256 of a text as lower-case hex. */
export async function sha256OfText(text: string): Promise<string> {
  return hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}
