import type { Records } from '../csv/record-batch.ts'
import * as map from './memory-map.ts'

/** A function of the module. */
type Call = (...values: readonly number[]) => number

const pageBytes = 65_536

/**
 * A compiled `WebAssembly.Module`. The types of Node have no namespace `WebAssembly`, so the
 * declarations of this package do not name it.
 */
export type CompiledModule = object

function callOf(exports: ReadonlyMap<string, unknown>, name: string): Call {
  const found = exports.get(name)
  if (typeof found !== 'function') throw new TypeError(`The module has no function ${name}.`)
  return (...values) => Number(found(...values))
}

function memoryOf({ exports: { memory } }: WebAssembly.Instance): WebAssembly.Memory {
  if (!(memory instanceof WebAssembly.Memory)) throw new TypeError('The module has no memory.')
  return memory
}

/**
 * The exports of the module. Positions are addresses in its memory.
 *
 * @see the files of `assembly`
 */
function callsOf(exports: ReadonlyMap<string, unknown>) {
  const call = (name: string) => callOf(exports, name)
  return {
    openText: call('openText'),
    makeRoom: call('makeRoom'),
    roomLeft: call('roomLeft'),
    addText: call('addText'),
    endText: call('endText'),
    findRecords: call('findRecords'),
    textBehindBorder: call('textBehindBorder'),
    nextLine: call('nextLine'),
    setProfile: call('setProfile'),
    setAffixes: call('setAffixes'),
    verifyChecksums: call('verifyChecksums'),
    setLayout: call('setLayout'),
    clearTotals: call('clearTotals'),
    prepareHash: call('prepareHash'),
    clearSum: call('clearSum'),
    addToSum: call('addToSum'),
    endSum: call('endSum'),
    clearFilter: call('clearFilter'),
    takeFilter: call('takeFilter'),
    clearSketch: call('clearSketch'),
    addCells: call('addCells'),
    beginDecoding: call('beginDecoding'),
    decodeCells: call('decodeCells'),
    isSketchEmpty: call('isSketchEmpty'),
    hashLanes: call('hashLanes'),
    checkRows: call('checkRows'),
    sketchRows: call('sketchRows'),
    sampleRows: call('sampleRows'),
    takeFingerprints: call('takeFingerprints'),
    clearSuspects: call('clearSuspects'),
    addSuspect: call('addSuspect'),
    setRange: call('setRange'),
    selectRows: call('selectRows'),
    setKeptRanges: call('setKeptRanges'),
    setKeptColumns: call('setKeptColumns'),
    writeRows: call('writeRows'),
    writtenBytes: call('writtenBytes'),
    listRows: call('listRows'),
    pairRows: call('pairRows'),
    otherRows: call('otherRows'),
    keepRows: call('keepRows'),
    fullPiece: call('fullPiece'),
    keptBytes: call('keptBytes'),
    emptyPiece: call('emptyPiece'),
    clearPlaces: call('clearPlaces'),
    addPlaces: call('addPlaces'),
    takePlaces: call('takePlaces'),
    findPlaces: call('findPlaces'),
    matchPlaces: call('matchPlaces'),
  }
}

/** Views of the memory; they are created again when it has grown. */
function viewsOf(buffer: ArrayBuffer) {
  const words = (start: number, count: number) => new Int32Array(buffer, start, count)
  const bytes = (start: number, count: number) => new Uint8Array(buffer, start, count)
  const { batchRecords } = map
  const batch: Records = {
    bytes: bytes(map.textStart, map.textBytes),
    columns: map.columnCount,
    count: 0,
    starts: words(map.startsStart, batchRecords),
    ends: words(map.endsStart, batchRecords),
    separators: words(map.separatorsStart, batchRecords * map.separatorCount),
    lines: new Float64Array(buffer, map.linesStart, batchRecords),
    problems: bytes(map.problemsStart, batchRecords),
  }
  return {
    batch,
    all: new Uint8Array(buffer),
    data: new DataView(buffer),
    problemColumns: bytes(map.problemColumnsStart, batchRecords),
    verified: bytes(map.verifiedStart, batchRecords),
    fingerprints: words(map.fingerprintsStart, 4 * batchRecords),
    repeated: words(map.repeatedStart, batchRecords),
    good: words(map.goodStart, batchRecords),
    sampled: words(map.sampledStart, batchRecords),
  }
}

/** An instance of the compiled module, with its memory. */
export class ModuleInstance {
  readonly call: ReturnType<typeof callsOf>
  views: ReturnType<typeof viewsOf>
  readonly #memory: WebAssembly.Memory
  readonly #firstBytes: number

  /** @throws TypeError when the module lacks an expected export */
  constructor(module: CompiledModule) {
    const instance = new WebAssembly.Instance(module)
    this.call = callsOf(new Map(Object.entries(instance.exports)))
    this.#memory = memoryOf(instance)
    this.#firstBytes = this.#memory.buffer.byteLength
    this.views = viewsOf(this.#memory.buffer)
  }

  /** Allocates a sketch with 2^size cells in each of its three parts, all zero. */
  takeSketch(size: number): void {
    this.#reach(map.sketchStart + 3 * 2 ** size * map.cellBytes)
    this.call.clearSketch(size)
  }

  /**
   * Allocates an empty filter of repeated keys that is larger than the usual one, after a sketch of
   * 2^size cells in each part. The memory does not shrink afterwards.
   */
  takeFilter(bytes: number, size: number): void {
    const start = map.sketchStart + 3 * 2 ** size * map.cellBytes
    this.#reach(start + bytes)
    this.call.takeFilter(start, bytes)
    this.call.clearFilter()
  }

  #reach(end: number): void {
    const missing = end - this.#memory.buffer.byteLength
    if (missing <= 0) return
    this.#memory.grow(Math.ceil(missing / pageBytes))
    this.views = viewsOf(this.#memory.buffer)
  }

  /** Whether the memory is larger than that of a new instance. */
  get hasGrown(): boolean {
    return this.#memory.buffer.byteLength !== this.#firstBytes
  }

  /** Clears everything that a run left in the memory. */
  wipe(): void {
    this.call.clearFilter()
    this.call.clearSketch(0)
    this.views.all.fill(0, map.rulesStart, map.filterPagesStart)
  }

  /** Clears the memory that has keys: those of the checksums, and messages that contain them. */
  wipeKeys(): void {
    this.views.all.fill(0, map.affixesStart, map.textStart)
    this.views.all.fill(0, map.lanesStart, map.waitingStart)
  }

  /**
   * The memory of the filter from an offset on, a multiple of the page size; code that writes there
   * need not clear it.
   */
  filterFrom(bytes: number): Uint8Array<ArrayBuffer> {
    const pages = map.filterPagesStart
    this.views.all.fill(
      1,
      pages + bytes / map.filterPageBytes,
      pages + map.filterBytes / map.filterPageBytes,
    )
    return this.views.all.subarray(map.filterStart + bytes, map.sketchStart)
  }

  /**
   * Adds the cells of another sketch of this size; they pass through the memory of the text.
   *
   * @throws RangeError when the other sketch has another size
   */
  addToSketch(size: number, cells: Int32Array<ArrayBuffer>): void {
    if (cells.length !== this.sketchCells(size).length) {
      throw new RangeError('The other sketch has another size.')
    }
    const { buffer, byteOffset, byteLength } = cells
    const all = new Uint8Array(buffer, byteOffset, byteLength)
    for (let at = 0; at < all.length; at += map.cellBytesAtOnce) {
      const some = all.subarray(at, at + map.cellBytesAtOnce)
      this.views.batch.bytes.set(some)
      this.call.addCells(map.textStart, at, some.length)
    }
  }

  /**
   * The cells of a sketch with 2^size cells in each of its three parts: a view of the module's
   * memory, not a copy.
   */
  sketchCells(size: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.#memory.buffer, map.sketchStart, (3 * 2 ** size * map.cellBytes) / 4)
  }
}
