import type { ByteSource } from '@merchant-edge/reconcile'
import { fileChanged, type RangedFile } from '@merchant-edge/reconcile/engine'
import { FileGoneError } from '../bucket/run-inputs.ts'
import type { RangedObject } from './range-invocations.ts'

const bufferBytes = 128 * 1024
/**
 * Extra bytes fetched after the requested range, because its last record continues beyond the
 * range.
 */
const tailBytes = 64 * 1024

/** Opens a stream of `length` bytes from a position on. */
type OpenPart = (offset: number, length: number) => Promise<ReadableStream<Uint8Array>>

/**
 * An object of the bucket from a byte position on. It fetches only as much as will probably be
 * read.
 */
class ObjectSource implements ByteSource {
  readonly #openPart: OpenPart
  #position: number
  /** Remaining bytes of the object. */
  #left: number
  #partBytes: number
  #reader: ReadableStreamBYOBReader | undefined
  #buffer = new ArrayBuffer(bufferBytes)

  constructor(
    openPart: OpenPart,
    place: { readonly start: number; readonly bytes: number; readonly left: number },
  ) {
    this.#openPart = openPart
    this.#position = place.start
    this.#left = Math.max(0, place.left)
    this.#partBytes = place.bytes
  }

  async read(target: Uint8Array<ArrayBuffer>): Promise<number> {
    while (this.#left > 0) {
      const isOpened = this.#reader === undefined
      this.#reader ??= await this.#openReader()
      const room = new Uint8Array(this.#buffer, 0, Math.min(target.length, bufferBytes))
      const { value } = await this.#reader.read(room)
      // The stream reader transfers the buffer and returns it as a new ArrayBuffer.
      this.#buffer = value?.buffer ?? new ArrayBuffer(bufferBytes)
      if (value === undefined || value.length === 0) {
        this.#reader = undefined
        // An empty part ends the file, so that the reader does not request it again for ever.
        if (isOpened) return 0
        continue
      }
      target.set(value)
      this.#position += value.length
      this.#left -= value.length
      return value.length
    }
    return 0
  }

  async close(): Promise<void> {
    await this.#reader?.cancel().catch(() => undefined)
  }

  async #openReader(): Promise<ReadableStreamBYOBReader> {
    const length = Math.min(this.#left, Math.max(this.#partBytes, tailBytes))
    this.#partBytes = tailBytes
    return (await this.#openPart(this.#position, length)).getReader({ mode: 'byob' })
  }
}

/**
 * A file of a run with random access.
 *
 * Reading fails with `ERR_FILE_CHANGED` when the content under the key has changed, and with
 * FileGoneError when the object is gone.
 */
export function rangedFile(
  bucket: R2Bucket,
  side: RangedFile['side'],
  { key, etag, sizeBytes }: RangedObject,
): RangedFile {
  const openPart: OpenPart = async (offset, length) => {
    const object = await bucket.get(key, {
      range: { offset, length },
      onlyIf: { etagMatches: etag },
    })
    if (object === null) throw new FileGoneError(key)
    if ('body' in object) return object.body
    throw fileChanged(side)
  }
  return {
    side,
    sizeBytes,
    openAt: (start, bytes) => new ObjectSource(openPart, { start, bytes, left: sizeBytes - start }),
  }
}
