import type { RandomAccess } from '../../csv/byte-source.ts'
import { maxRecordBytes } from '../../csv/record-limit.ts'
import {
  foundPlaceBytes,
  foundPlacesStart,
  placeBytes,
  placesAtOnce,
  textBytes,
  textStart,
} from '../../module/memory-map.ts'
import type { ModuleInstance } from '../../module/module-instance.ts'
import type { FileTally, RowSource, RowTaker } from '../engine.ts'
import { fileChanged } from '../file-changed.ts'
import type { PlacedFile, RowPlaces } from './row-places.ts'
import { lineFeed } from '../../csv/character-codes.ts'

/** Rows within this distance are read together. */
const nearBytes = 4096
const windowBytes = 4 * maxRecordBytes
const placesPieceBytes = placesAtOnce * placeBytes

/** A suspect row at the place recorded by the first reading. */
interface FoundRow {
  /** In bytes from the start of the file. */
  readonly position: number
  readonly length: number
}

function foundRow({ views: { data } }: ModuleInstance, index: number): FoundRow {
  const at = foundPlacesStart + index * foundPlaceBytes
  return {
    position: data.getFloat64(at, true),
    length: data.getInt32(at + 24, true),
  }
}

/** Inputs of {@link PlacedRows}. */
export interface PlacedReading {
  readonly source: RowSource
  readonly file: PlacedFile
  readonly places: RowPlaces
  readonly access: RandomAccess
  /** Called with the number of bytes read or skipped since the last call. */
  readonly onBytes: (bytes: number) => void
  readonly signal?: AbortSignal | undefined
}

/**
 * The second reading of a file whose row places are known: it reads only rows whose key may differ.
 * Each row is verified, validated and hashed again, and must be identical to the row of the first
 * reading. Suspect keys, layout and code range must be set in the module before.
 */
export class PlacedRows {
  readonly #instance: ModuleInstance
  readonly #reading: PlacedReading
  readonly #window = new Uint8Array(windowBytes)

  constructor(instance: ModuleInstance, reading: PlacedReading) {
    this.#instance = instance
    this.#reading = reading
  }

  /**
   * Passes the rows on, in the order of the file.
   *
   * @returns bytes and content hash of the unchanged file
   * @throws ReconcileError `ERR_FILE_CHANGED` when a row differs from the first reading, or the
   *   file was changed meanwhile
   */
  async read(take: RowTaker): Promise<Pick<FileTally, 'bytes' | 'contentSum'>> {
    const { call } = this.#instance
    const { source, file, places, access, onBytes, signal } = this.#reading
    call.clearPlaces()
    let reported = 0
    for (let at = 0; at < file.placesBytes; at += placesPieceBytes) {
      signal?.throwIfAborted()
      const bytes = Math.min(placesPieceBytes, file.placesBytes - at)
      places.bringBack(bytes, file.start + at)
      const found = Array.from({ length: call.findPlaces(bytes) }, (_, index) =>
        foundRow(this.#instance, index),
      )
      for (let first = 0; first < found.length;) {
        const rows = this.#readText(found, first)
        this.#checkRows(first, rows)
        await this.#takeRows(take)
        first += rows
      }
      const passed = Math.round((file.bytes * (at + bytes)) / file.placesBytes)
      onBytes(passed - reported)
      reported = passed
    }
    onBytes(file.bytes - reported)
    if (access.version() !== file.version) throw fileChanged(source.side)
    return file
  }

  /**
   * Reads as many rows as fit into the text buffer, each followed by a line break. @returns the
   * number of rows
   */
  #readText(found: readonly FoundRow[], first: number): number {
    const { call, views } = this.#instance
    let rows = 0
    let end = textStart
    call.openText(0)
    call.makeRoom()
    for (let next = first; next < found.length;) {
      const near = rowsInReach(found, next)
      const start = near[0]?.position ?? 0
      const last = near.at(-1)
      const bytes = this.#readAt(start, (last?.position ?? 0) + (last?.length ?? 0) - start)
      for (const row of near) {
        if (end + row.length + 1 > textStart + textBytes) break
        const at = row.position - start
        views.all.set(bytes.subarray(at, at + row.length), end)
        end += row.length
        views.all[end] = lineFeed
        end += 1
        rows += 1
      }
      next += near.length
      if (rows < next - first) break
    }
    call.addText(end - textStart)
    call.endText()
    return rows
  }

  /** Reads a part of the file; the result is shorter when the file has become shorter. */
  #readAt(position: number, length: number): Uint8Array {
    let done = 0
    while (done < length) {
      const target = this.#window.subarray(done, length)
      const read = this.#reading.access.readAt(target, position + done)
      if (read === 0) throw fileChanged(this.#reading.source.side)
      done += read
    }
    return this.#window.subarray(0, length)
  }

  /** Validates the rows of the text buffer again; they must be identical to the found ones. */
  #checkRows(first: number, rows: number): void {
    const { call, views } = this.#instance
    views.batch.count = call.findRecords()
    call.verifyChecksums()
    call.checkRows()
    if (call.matchPlaces(first, rows) === 0) throw fileChanged(this.#reading.source.side)
  }

  async #takeRows(take: RowTaker): Promise<void> {
    const { batch } = this.#instance.views
    batch.count = this.#instance.call.selectRows(0)
    for (let record = 0; record < batch.count; record += 1) {
      const taking = take(batch, record)
      if (taking !== undefined) await taking
    }
  }
}

/** The rows that are read together, beginning with a given one. */
function rowsInReach(found: readonly FoundRow[], first: number): readonly FoundRow[] {
  const start = found[first]?.position ?? 0
  let end = start
  let next = first
  for (; next < found.length; next += 1) {
    const { position, length } = found[next] ?? { position: Infinity, length: 0 }
    const isNear = next === first || position - end <= nearBytes
    if (!isNear || position + length - start > windowBytes) break
    end = position + length
  }
  return found.slice(first, next)
}
