import type { ByteSource } from '@merchant-edge/reconcile'
import { createReadStream } from 'node:fs'
import { pipeline, type Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { CommandFailure, usageFailure } from '../command/command-failure.ts'

/** Factories of decompressors, by file extension; `undefined` when this runtime has none. */
const unpackers: ReadonlyMap<string, (() => Transform) | undefined> = new Map([
  ['.gz', () => zlib.createGunzip()],
  // Available from Node 22.15 and 23.8 on.
  ['.zst', 'createZstdDecompress' in zlib ? () => zlib.createZstdDecompress() : undefined],
])

function endOf(path: string): string | undefined {
  return [...unpackers.keys()].find((end) => path.toLowerCase().endsWith(end))
}

/** File name without the extension of the compression. */
export function unpackedName(name: string): string {
  return name.slice(0, name.length - (endOf(name)?.length ?? 0))
}

/** Whether the extension of a file means that it is compressed. */
export function isPacked(path: string): boolean {
  return endOf(path) !== undefined
}

/**
 * Checks that this runtime can decompress a file.
 *
 * @throws CommandFailure with exit code 2 when it cannot
 */
export function checkPacking(path: string): void {
  const end = endOf(path)
  if (end === undefined || unpackers.get(end) !== undefined) return
  throw usageFailure(
    `${path} cannot be unpacked: Node ${process.versions.node} knows no Zstandard.`,
    'Run this on Node 22.15 or newer, or unpack the file first.',
    'file_unreadable',
  )
}

/** Opens a compressed file, which is decompressed while it is read. */
export function packedSource(path: string): ByteSource {
  const unpacker = unpackers.get(endOf(path) ?? '')?.()
  if (unpacker === undefined) throw new TypeError(`${path} is not packed.`)
  // Errors of both streams are reported when the decompressor is read.
  pipeline(createReadStream(path), unpacker, () => undefined)
  const pieces: AsyncIterator<unknown> = unpacker[Symbol.asyncIterator]()
  let piece = new Uint8Array()
  return {
    async read(target) {
      while (piece.length === 0) {
        const next = await pieces.next().catch((error: unknown) => {
          throw damaged(path, error)
        })
        if (next.done === true) return 0
        if (next.value instanceof Uint8Array) piece = new Uint8Array(next.value)
      }
      const length = Math.min(target.length, piece.length)
      target.set(piece.subarray(0, length))
      piece = piece.subarray(length)
      return length
    },
    close: () => void unpacker.destroy(),
  }
}

function damaged(path: string, error: unknown): CommandFailure {
  const why = error instanceof Error ? error.message : 'it is damaged'
  return new CommandFailure({
    reason: 'file_damaged',
    message: `${path} cannot be unpacked: ${why}.`,
    remedy: 'Fetch it once more: it is damaged, incomplete, or packed in another way.',
  })
}
