import type { ByteSource } from '@merchant-edge/reconcile'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline, type Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { CommandFailure, usageFailure } from '../command/command-failure.ts'

/** Decompresses the bytes of a file from a position on. */
interface Unpacker extends Transform {
  /** Number of compressed bytes that were used. */
  readonly bytesWritten: number
}

interface Packing {
  /** `undefined` when this runtime has no decompressor. */
  readonly newUnpacker: (() => Unpacker) | undefined
  /** Whether a decompressor ends with a frame; the file may have more of them. */
  readonly endsWithFrame: boolean
}

/** Packings by file extension. */
const packings: ReadonlyMap<string, Packing> = new Map([
  ['.gz', { newUnpacker: () => zlib.createGunzip(), endsWithFrame: false }],
  [
    '.zst',
    {
      // Available from Node 22.15 and 23.8 on.
      newUnpacker: 'createZstdDecompress' in zlib ? () => zlib.createZstdDecompress() : undefined,
      endsWithFrame: true,
    },
  ],
])

function endOf(path: string): string | undefined {
  return [...packings.keys()].find((end) => path.toLowerCase().endsWith(end))
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
  if (end === undefined || packings.get(end)?.newUnpacker !== undefined) return
  throw usageFailure(
    `${path} cannot be unpacked: Node ${process.versions.node} knows no Zstandard.`,
    'Run this on Node 22.15 or newer, or unpack the file first.',
    'file_unreadable',
  )
}

/** Longer than the header of a block and the checksum of a frame together. */
const zerosBehind = Buffer.alloc(64)

/**
 * The bytes of a file from a position on, and zeros behind a last frame: a frame that is cut off
 * takes them as its own, while a decompressor of Node 22 ends without an error where its input does.
 */
async function* withZerosBehind(path: string, start: number): AsyncGenerator<Uint8Array> {
  let last = Buffer.of()
  for await (const chunk of createReadStream(path, { start })) {
    if (last.length > 0) yield last
    if (chunk instanceof Buffer) last = chunk
  }
  // In one piece: a decompressor takes the piece behind a whole frame for another frame.
  yield Buffer.concat([last, zerosBehind])
}

/**
 * The content of a compressed file. A file of Zstandard is a sequence of frames: tools write several
 * when they use several threads, or when compressed files are joined.
 *
 * @see RFC 8878, 3
 */
async function* unpacked(path: string): AsyncGenerator {
  const { newUnpacker, endsWithFrame = false } = packings.get(endOf(path) ?? '') ?? {}
  if (newUnpacker === undefined) throw new TypeError(`${path} is not packed.`)
  const { size } = await stat(path)
  const endOfFrames = endsWithFrame ? size : 0
  let start = 0
  do {
    const unpacker = newUnpacker()
    // Errors of both streams are reported when the decompressor is read.
    const packed = endsWithFrame ? withZerosBehind(path, start) : createReadStream(path, { start })
    pipeline(packed, unpacker, () => undefined)
    yield* unpacker
    start += unpacker.bytesWritten
    if (start > size) throw new Error('it ends within a frame')
    if (unpacker.bytesWritten === 0) throw new Error('it has a frame without content')
  } while (start < endOfFrames)
  await checkPadding(path, start)
}

/**
 * Checks that only zeros follow, with which some tools fill a block: a decompressor ends at them,
 * and what is behind them would be lost without an error.
 */
async function checkPadding(path: string, start: number): Promise<void> {
  for await (const chunk of createReadStream(path, { start })) {
    const isPadding = chunk instanceof Uint8Array && chunk.every((byte) => byte === 0)
    if (!isPadding) throw new Error('something follows behind its end')
  }
}

/** Opens a compressed file, which is decompressed while it is read. */
export function packedSource(path: string): ByteSource {
  const pieces = unpacked(path)
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
    close: async () => void (await pieces.return(undefined)),
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
