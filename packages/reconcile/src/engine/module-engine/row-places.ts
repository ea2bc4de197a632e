import type { RandomAccess } from '../../csv/byte-source.ts'
import { batchRecords, placeBytes, placesBytes, placesStart } from '../../module/memory-map.ts'
import type { ModuleInstance } from '../../module/module-instance.ts'
import type { RowSpill } from '../../row-spill.ts'
import type { EngineSettings, FileTally, RowSource } from '../engine.ts'

/**
 * Fill level at which places are spilled: the rest of the buffer has room for the places and gaps
 * of one batch.
 */
const fullBytes = placesBytes - 3 * batchRecords * placeBytes

/** The spilled places of the valid rows of a file, one after another. */
export interface PlacedFile extends Pick<FileTally, 'bytes' | 'contentSum' | 'goodRows'> {
  readonly version: string
  /** Position of its places in the spill, and their length in bytes. */
  readonly start: number
  readonly placesBytes: number
}

function nameOf({ side, origin }: Pick<RowSource, 'side' | 'origin'>): string {
  return `${side} ${origin}`
}

/**
 * Spills the places of the valid rows of each file, so that the second reading fetches only rows
 * that may differ. If they cannot be spilled, they are discarded and the whole file is read again.
 */
export class RowPlaces {
  readonly #instance: ModuleInstance
  readonly #open: EngineSettings['openSpill']
  readonly #files = new Map<string, PlacedFile>()
  /** The sources whose reading has begun. */
  readonly #begun = new Set<string>()
  /** The file that is being read. */
  #current: Pick<PlacedFile, 'version' | 'start'> | undefined
  #spill: RowSpill | undefined
  #position = 0
  /** Bytes of places in the memory of the module that have not been spilled yet. */
  #waiting = 0
  #isGivenUp = false

  constructor(instance: ModuleInstance, open: EngineSettings['openSpill']) {
    this.#instance = instance
    this.#open = open
  }

  /**
   * Begins with a file that is about to be read. Nothing is stored for a file without random
   * access.
   */
  async begin(source: RowSource, access: RandomAccess | undefined): Promise<void> {
    this.#current = undefined
    if (access === undefined || this.#open === undefined || this.#isGivenUp) return
    const version = access.version()
    try {
      this.#spill ??= await this.#open()
    } catch {
      this.#isGivenUp = true
      return
    }
    this.#instance.call.clearPlaces()
    this.#begun.add(nameOf(source))
    this.#current = { version, start: this.#position }
  }

  /**
   * Whether a source is hashed with SHA-256 in every reading: the first reading needs it for the
   * manifest anyway, and usually there is no second reading of the whole file.
   */
  isDigested(source: RowSource): boolean {
    return this.#begun.has(nameOf(source))
  }

  /** Stores the places of the valid rows of a batch in the memory of the module. */
  addBatch(): void {
    if (this.#current === undefined) return
    this.#waiting = this.#instance.call.addPlaces()
    if (this.#waiting >= fullBytes) this.#putAside()
  }

  /** Ends the file with the given tally. */
  end(tally: FileTally): void {
    if (this.#current === undefined) return
    this.#putAside()
    if (this.#current === undefined) return
    const { bytes, contentSum, goodRows } = tally
    const ownBytes = this.#position - this.#current.start
    const file = { ...this.#current, bytes, contentSum, goodRows, placesBytes: ownBytes }
    this.#files.set(nameOf(tally), file)
  }

  /** The places of the rows of a source, if they were stored. */
  of(source: RowSource): PlacedFile | undefined {
    return this.#files.get(nameOf(source))
  }

  /** Reads some of the places back into the memory of the module. */
  bringBack(bytes: number, position: number): void {
    const { all } = this.#instance.views
    this.#spill?.read(all.subarray(placesStart, placesStart + bytes), position)
  }

  async close(): Promise<void> {
    await this.#spill?.close()
  }

  #putAside(): void {
    const { call, views } = this.#instance
    const bytes = this.#waiting
    call.takePlaces()
    this.#waiting = 0
    try {
      this.#spill?.write(views.all.subarray(placesStart, placesStart + bytes))
      this.#position += bytes
    } catch {
      this.#isGivenUp = true
      this.#current = undefined
      this.#files.clear()
    }
  }
}
