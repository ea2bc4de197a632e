import { type ByteSource, type RandomAccess, byteSourceOf } from '../../csv/byte-source.ts'
import { recordProblem } from '../../csv/record-batch.ts'
import { layoutOf } from '../../layouts.ts'
import { setLayout, setRange } from '../../module/configure-module.ts'
import type { ModuleInstance } from '../../module/module-instance.ts'
import { contentSum, readText } from '../../module/read-text.ts'
import type { EngineSettings, FileTally, RowSource, RowTaker, Selection } from '../engine.ts'
import { PlacedRows } from './placed-rows.ts'
import type { RowPlaces } from './row-places.ts'

/** What {@link collectRows} works with. */
export interface RowCollection {
  readonly source: RowSource
  readonly selection: Selection
  readonly settings: Pick<EngineSettings, 'compare' | 'createDigest' | 'onBytes' | 'signal'>
  readonly places: RowPlaces
  /** Whether the first reading hashed the content of the source with SHA-256. */
  readonly isDigested: boolean
  /** Minimum number of valid rows in a file for fetching rows by their places. */
  readonly minPlaced: number
}

/**
 * The second reading of a source, in the module that has the keys that may differ: fetches rows by
 * their places if those are known and the file is unchanged, and reads the whole file otherwise.
 *
 * @returns current number of bytes and content hash
 */
export async function collectRows(
  instance: ModuleInstance,
  collection: RowCollection,
  take: RowTaker,
): Promise<Pick<FileTally, 'bytes' | 'contentSum'>> {
  const { source, selection, settings } = collection
  setLayout(instance, layoutOf(source.side), settings.compare)
  setRange(instance, selection.range)
  const opened = byteSourceOf(await source.open())
  try {
    const placed = placedRows(instance, collection, opened.access)
    return await (placed?.read(take) ?? readWhole(instance, { ...collection, opened }, take))
  } finally {
    await opened.close()
  }
}

/** Reads the whole file, and passes on the selected rows. */
async function readWhole(
  instance: ModuleInstance,
  collection: RowCollection & { readonly opened: ByteSource },
  take: RowTaker,
): Promise<Pick<FileTally, 'bytes' | 'contentSum'>> {
  const { call, views } = instance
  const { source, selection, settings, opened } = collection
  const { onBytes, signal } = settings
  const digest = collection.isDigested ? settings.createDigest() : undefined
  let bytes = 0
  const onPiece = (piece: Uint8Array) => {
    digest?.update(piece)
    bytes += piece.length
    onBytes(piece.length, 0)
  }
  const isInside = source.isInside === true
  const isSummed = digest === undefined
  const reading = { onBytes: onPiece, isInside, isSummed, signal }
  for await (const _count of readText(instance, opened, reading)) {
    const count = call.selectRows(selection.rows === 'all' ? 1 : 0)
    if (count === 0) continue
    views.batch.count = count
    call.verifyChecksums()
    call.checkRows()
    for (let record = 0; record < count; record += 1) {
      if (views.batch.problems[record] !== recordProblem.none) continue
      const taking = take(views.batch, record)
      if (taking !== undefined) await taking
    }
  }
  return { bytes, contentSum: (await digest?.digest()) ?? contentSum(instance) }
}

/**
 * The reader for placed rows, if the file is unchanged, its places are known, and only few rows
 * must be fetched.
 */
function placedRows(
  instance: ModuleInstance,
  { source, selection, settings: { onBytes, signal }, places, minPlaced }: RowCollection,
  access: RandomAccess | undefined,
): PlacedRows | undefined {
  const file = selection.rows === 'all' ? undefined : places.of(source)
  if (file === undefined || access === undefined) return undefined
  if (file.goodRows < minPlaced || file.version !== access.version()) return undefined
  const onPassed = (bytes: number) => onBytes(bytes, 0)
  return new PlacedRows(instance, { source, file, places, access, onBytes: onPassed, signal })
}
