import { chunksOf } from '../exchange/content.ts'
import type { FileSource } from '../exchange/file-exchange.ts'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { printableName } from '../exchange/file-name.ts'

/** The error for a source that delivers more or less than announced. */
export function wrongSize(name: string, { sizeBytes }: FileSource): FileExchangeError {
  return new FileExchangeError(
    'ERR_SIZE_DIFFERS',
    `The source of ${printableName(name)} did not deliver its ${sizeBytes} bytes.`,
  )
}

/** One pass over the source, at the position that was reached. */
class Reading {
  position: number
  readonly #chunks: AsyncGenerator<Uint8Array>
  #rest: Uint8Array = new Uint8Array()

  constructor(stream: ReadableStream<Uint8Array>, position: number) {
    this.#chunks = chunksOf(stream)
    this.position = position
  }

  /** Reads at least one byte and at most `maxBytes`; `undefined` at the end. */
  async take(maxBytes: number): Promise<Uint8Array | undefined> {
    while (this.#rest.length === 0) {
      const next = await this.#chunks.next()
      if (next.done === true) return undefined
      this.#rest = next.value
    }
    const taken = this.#rest.subarray(0, maxBytes)
    this.#rest = this.#rest.subarray(taken.length)
    this.position += taken.length
    return taken
  }

  async close(): Promise<void> {
    await this.#chunks.return(undefined)
  }
}

/**
 * Splits a source into parts that are sent one after another. All parts come from one pass over the
 * source, so they have the same version; only a part that is sent again is read again.
 */
export class PartSource {
  readonly #name: string
  readonly #source: FileSource
  /**
   * The open read of the source, between two parts; the next part continues it when it begins where
   * this one stopped.
   */
  #idle: Reading | undefined

  constructor(name: string, source: FileSource) {
    this.#name = name
    this.#source = source
  }

  /** The bytes of a part, read on demand. */
  async *part(
    { fromByte, toByte }: { readonly fromByte: number; readonly toByte: number },
    onProgress: ((position: number) => void) | undefined,
  ): AsyncGenerator<Uint8Array> {
    // An abandoned body may still be read for a while, so bodies never share a pass.
    const reading = await this.#readingAt(fromByte)
    let isWhole = false
    try {
      while (reading.position < toByte) {
        const bytes = await reading.take(toByte - reading.position)
        if (bytes === undefined) throw wrongSize(this.#name, this.#source)
        yield bytes
        onProgress?.(reading.position)
      }
      isWhole = true
    } finally {
      if (isWhole) await this.#keep(reading)
      else await reading.close()
    }
  }

  /**
   * Checks after the last part that the source has ended.
   *
   * @throws FileExchangeError `ERR_SIZE_DIFFERS`
   */
  async end(): Promise<void> {
    const reading = await this.#readingAt(this.#source.sizeBytes)
    try {
      if ((await reading.take(1)) !== undefined) throw wrongSize(this.#name, this.#source)
    } finally {
      await reading.close()
    }
  }

  /** Ends the pass. */
  async close(): Promise<void> {
    await this.#idle?.close()
    this.#idle = undefined
  }

  async #readingAt(fromByte: number): Promise<Reading> {
    const idle = this.#idle
    this.#idle = undefined
    if (idle?.position === fromByte) return idle
    await idle?.close()
    return new Reading(await this.#source.open(fromByte), fromByte)
  }

  async #keep(reading: Reading): Promise<void> {
    const other = this.#idle
    this.#idle = reading
    await other?.close()
  }
}
