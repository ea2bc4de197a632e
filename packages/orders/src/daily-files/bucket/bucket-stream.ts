import { byteSourceOf } from '@merchant-edge/reconcile/engine'

/** All parts of an upload but the last have the same size, and 5 MiB at least. */
const partBytes = 5 * 1024 * 1024

/** Writes a stream of unknown length into an object of the bucket, by a multipart upload. */
class BucketSink implements UnderlyingSink<Uint8Array> {
  readonly #bucket: R2Bucket
  readonly #key: string
  readonly #options: R2MultipartOptions
  #part = new Uint8Array(64 * 1024)
  #filled = 0
  #upload: R2MultipartUpload | undefined
  readonly #parts: R2UploadedPart[] = []

  constructor(bucket: R2Bucket, key: string, options: R2MultipartOptions) {
    this.#bucket = bucket
    this.#key = key
    this.#options = options
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let from = 0; from < chunk.length;) {
      const piece = chunk.subarray(from, from + partBytes - this.#filled)
      this.#makeRoom(this.#filled + piece.length)
      this.#part.set(piece, this.#filled)
      this.#filled += piece.length
      from += piece.length
      if (this.#filled === partBytes) await this.#sendPart()
    }
  }

  async close(): Promise<void> {
    if (this.#upload === undefined) {
      const content = this.#part.subarray(0, this.#filled)
      await this.#bucket.put(this.#key, content, this.#options)
      return
    }
    if (this.#filled > 0) await this.#sendPart()
    await this.#upload.complete(this.#parts)
  }

  async abort(): Promise<void> {
    await this.#upload?.abort()
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#part.length) return
    const larger = new Uint8Array(Math.min(partBytes, Math.max(bytes, this.#part.length * 2)))
    larger.set(this.#part.subarray(0, this.#filled))
    this.#part = larger
  }

  async #sendPart(): Promise<void> {
    this.#upload ??= await this.#bucket.createMultipartUpload(this.#key, this.#options)
    const content = this.#part.slice(0, this.#filled)
    this.#parts.push(await this.#upload.uploadPart(this.#parts.length + 1, content))
    this.#filled = 0
  }
}

/**
 * A stream that writes an object of any length in bounded memory. The complete object exists when
 * the stream is closed; when the stream is aborted, nothing is stored.
 */
export function bucketStream(
  bucket: R2Bucket,
  key: string,
  options: R2MultipartOptions = {},
): WritableStream<Uint8Array> {
  return new WritableStream(new BucketSink(bucket, key, options))
}

/**
 * Copies a stream into another and closes the target; when one of them fails, the other is aborted.
 *
 * It does not use `pipeTo`, because workerd then keeps a promise in memory for each chunk until the
 * last one is written.
 */
export async function copyStream(
  readable: ReadableStream<Uint8Array>,
  writable: WritableStream<Uint8Array>,
): Promise<void> {
  const writer = writable.getWriter()
  try {
    for await (const piece of readable) await writer.write(piece)
    await writer.close()
  } catch (error) {
    await writer.abort(error).catch(() => undefined)
    throw error
  }
}

const hashedBytes = 128 * 1024

/** SHA-256 of a stream as lower-case hex, and its length in bytes. */
export async function sha256OfStream(
  stream: ReadableStream<Uint8Array>,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const digest = new crypto.DigestStream('SHA-256')
  const writer = digest.getWriter()
  const source = byteSourceOf(stream)
  const buffer = new Uint8Array(hashedBytes)
  try {
    for (let length = await source.read(buffer); length > 0; length = await source.read(buffer)) {
      await writer.write(buffer.subarray(0, length))
    }
    await writer.close()
  } finally {
    await source.close()
  }
  return { sha256: hexOf(await digest.digest), bytes: Number(digest.bytesWritten) }
}

/** Encodes bytes as lower-case hex. */
export function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** SHA-256 of a text as lower-case hex. */
export async function sha256OfText(text: string): Promise<string> {
  return hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}
