import { type ChecksumProfile, checksumProfiles } from './checksum/checksum-profile.ts'
import type { OpenedFile } from './csv/byte-source.ts'
import type { EngineFactory, StreamDigest } from './engine/engine.ts'
import { type SharedColumnName, sharedColumnNames } from './layouts.ts'
import type { RowSpill } from './row-spill.ts'
import type { ResidueRules } from './matching/propose.ts'
import type { FileStore } from './file-store.ts'
import { Sha256 } from './checksum/sha256.ts'
import { isDay } from './file-name.ts'
import { checkForeignRules } from './foreign/foreign-rules.ts'
import type { ForeignSettings } from './foreign/foreign-settings.ts'
import { checksumAffixes, maxKeyBytes } from './checksum/verify-checksums.ts'
import type { ComparisonRules } from './matching/compare-sides.ts'

/**
 * Opens a file from its start, as a stream or as a `ByteSource`; it is called for every reading.
 */
export type OpenFile = () => OpenedFile | Promise<OpenedFile>

/** The file of one side. */
export interface ReconcileInput {
  /**
   * Name of the file as in Specification 2.18, without a folder; when given, its day and kind are
   * checked.
   */
  readonly name?: string | undefined
  /** Opens the file; called once for every reading. */
  readonly open: OpenFile
  /** Carried one-sided rows of this side from earlier days, in the layout of the side. */
  readonly openCarried?: OpenFile | undefined
}

/** The progress of a run. */
export interface Progress {
  /** Bytes read so far, over all readings of all files. */
  readonly bytes: number
  /** Rows validated so far, in all files; rows that are read again are counted once. */
  readonly rows: number
  /** `checking` in the first reading, `comparing` in the second. */
  readonly phase: 'checking' | 'comparing'
}

/** Names of the outputs of a run. */
export const outputNames = [
  'result',
  'differences',
  'exceptions',
  'carriedPartner',
  'carriedService',
  'cleared',
  'foreignRows',
] as const

/** One of the {@link outputNames}. */
export type OutputName = (typeof outputNames)[number]

/**
 * The outputs of a run. Each stream is closed at the end, or aborted when the run is stopped. Read
 * several of them at the same time: none is closed before all have taken everything.
 */
export interface ReconcileOutputs {
  /** The result file. @see Specification 2.18 */
  readonly result?: WritableStream<Uint8Array> | undefined
  /**
   * The differences with the rows of both sides: a `DifferingTransaction` as JSON on each line, in
   * the order of the result.
   */
  readonly differences?: WritableStream<Uint8Array> | undefined
  /** The exceptions with their reasons: CSV for a spreadsheet, with a header. */
  readonly exceptions?: WritableStream<Uint8Array> | undefined
  /**
   * One-sided rows of the partner for the next day, byte for byte as in the file; with
   * `previousKey` they get new checksums under `key`, because the next day may only have this key.
   */
  readonly carriedPartner?: WritableStream<Uint8Array> | undefined
  /** One-sided rows of the service for the next day, likewise. */
  readonly carriedService?: WritableStream<Uint8Array> | undefined
  /**
   * The transactions in which rows carried from earlier days have met rows of this day, or were
   * replaced by them: a `ClearedTransaction` as JSON on each line, in the order of the result.
   */
  readonly cleared?: WritableStream<Uint8Array> | undefined
  /** Foreign transactions (not made through the partner): CSV for a spreadsheet, with a header. */
  readonly foreignRows?: WritableStream<Uint8Array> | undefined
}

/** Inputs, outputs and settings of {@link reconcile}. */
export interface ReconcileOptions extends ReconcileOutputs {
  /** The partner file, which the merchant has written. */
  readonly partner: ReconcileInput
  /** The service file of the same day. */
  readonly service: ReconcileInput
  /** Token of the service in the names of the files; `SERVICE` when left out. Assumes G-168. */
  readonly serviceToken?: string | undefined
  /** Checksum key, a text of 1 to 1,024 bytes. */
  readonly key: string
  /** The previous key, while files may have rows with its checksum; written rows use `key`. */
  readonly previousKey?: string | undefined
  /** `checksumProfiles.record` when left out. */
  readonly profile?: ChecksumProfile | undefined
  /** Compared columns; all shared ones when left out. */
  readonly compare?: readonly SharedColumnName[] | undefined
  /**
   * Whether a VND and a POINT row of one key are one transaction; true when left out. Assumes G-25.
   */
  readonly groupPoints?: boolean | undefined
  /** What a point is worth in VND; 1,000 when left out. */
  readonly pointValueVnd?: number | undefined
  /**
   * What happens to a first row of column names: it is an exception, or skipped; `refuse` when left
   * out. Assumes G-23.
   */
  readonly header?: 'refuse' | 'skip' | undefined
  /**
   * Store whose differences the report lists; all stores when left out. Counts, totals and output
   * files always cover all stores. A row without a store belongs to none.
   */
  readonly store?: FileStore | undefined
  /**
   * Recognizes foreign transactions, which the service booked for the partner and the partner did
   * not make. They are not differences, are counted and summed separately, and are not carried.
   * Nothing is foreign when left out.
   */
  readonly foreign?: ForeignSettings | undefined
  /** Writes every transaction to the result, not only the differing ones; except foreign ones. */
  readonly all?: boolean | undefined
  /** Compares every row field by field. */
  readonly exact?: boolean | undefined
  /**
   * Opens a spill (storage outside of memory). It is used for rows when `exact`, `all` or very many
   * differences need more than 16 MB of rows; without it both files are read once more for each 16
   * MB of rows. It is also used for the places of rows, 12 bytes each, of files with random access
   * (`ByteSource.access`); without it the second reading reads the whole file. The result is the
   * same without a spill, but a long file takes longer. It may be called several times.
   */
  readonly openSpill?: (() => RowSpill | Promise<RowSpill>) | undefined
  /** Compares the files even when they do not seem to belong together, or the key seems wrong. */
  readonly force?: boolean | undefined
  /** Rules that propose explanations of differences; none when left out. */
  readonly rules?: ResidueRules | undefined
  /** Day of the run as YYYY-MM-DD, for ages; that of the file names when left out. */
  readonly day?: string | undefined
  /**
   * Creates a SHA-256 that is faster than the built-in one, such as `createHash('sha256')` of Node.
   */
  readonly createDigest?: (() => StreamDigest) | undefined
  /** Replaces the built-in engine. */
  readonly engine?: EngineFactory | undefined
  /** Called after each piece of a file that was read. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /**
   * Stops the run; `reconcile` then rejects with its reason, also while it waits for a stream, an
   * output or `foreign.decide`. A `ByteSource` is waited for, because it fills memory of the run.
   */
  readonly signal?: AbortSignal | undefined
}

/** The checked options with their defaults. */
export interface CheckedOptions {
  readonly profile: ChecksumProfile
  readonly rules: ComparisonRules
  readonly createDigest: () => StreamDigest
}

/**
 * Rejects a file that is given instead of a function that opens it: files are read more than once.
 */
function checkInput(name: 'partner' | 'service', input: unknown): void {
  const { open, openCarried = open } = Object(input)
  if (typeof open !== 'function') {
    throw new TypeError(`${name}.open must be a function that opens the file from its start.`)
  }
  if (typeof openCarried !== 'function') {
    throw new TypeError(`${name}.openCarried must be a function that opens the carried rows.`)
  }
}

/** Rejects an output that is a path or a stream of Node. */
function checkOutput(name: string, output: unknown): void {
  if (output === undefined || typeof Object(output).getWriter === 'function') return
  throw new TypeError(
    `${name} must be a WritableStream; Writable.toWeb(stream) makes it of a stream of Node.`,
  )
}

/** What an option must be: of a type, or one of several values; `any` where it is checked below. */
type Rule =
  | 'any'
  | 'boolean'
  | 'function'
  | 'object'
  | 'string'
  | 'Array'
  | 'AbortSignal'
  | readonly string[]

const optionRules: { readonly [Name in keyof ReconcileOptions]-?: Rule } = {
  partner: 'any',
  service: 'any',
  key: 'string',
  previousKey: 'string',
  profile: 'any',
  compare: 'Array',
  groupPoints: 'boolean',
  pointValueVnd: 'any',
  serviceToken: 'string',
  header: ['refuse', 'skip'],
  store: 'object',
  foreign: 'object',
  all: 'boolean',
  exact: 'boolean',
  openSpill: 'function',
  force: 'boolean',
  rules: 'object',
  day: 'any',
  createDigest: 'function',
  engine: 'any',
  onProgress: 'function',
  signal: 'AbortSignal',
  result: 'any',
  differences: 'any',
  exceptions: 'any',
  carriedPartner: 'any',
  carriedService: 'any',
  cleared: 'any',
  foreignRows: 'any',
}

const inputRules: { readonly [Name in keyof ReconcileInput]-?: Rule } = {
  name: 'string',
  open: 'any',
  openCarried: 'any',
}

const residueRules: { readonly [Name in keyof ResidueRules]-?: Rule } = {
  toleranceVnd: 'any',
  dateWindowDays: 'any',
  oneToMany: 'boolean',
}

/**
 * Rejects a misspelt option and one of another type: the text `false` would force a comparison. The
 * value is not repeated, because it may be a key.
 */
function checkTypes(taker: string, options: object, ruleOf: Readonly<Record<string, Rule>>): void {
  const rules = new Map(Object.entries(ruleOf))
  if (Object(options) !== options) {
    throw new TypeError(`${taker} takes an object with ${[...rules.keys()].join(', ')}.`)
  }
  for (const [name, value] of Object.entries<unknown>({ ...options })) {
    const rule = rules.get(name)
    if (rule === undefined) {
      throw new TypeError(`${name} is no option of ${taker}: ${[...rules.keys()].join(', ')}.`)
    }
    const type = Object.prototype.toString.call(value).slice(8, -1)
    const fits =
      typeof rule === 'object'
        ? rule.some((one) => one === value)
        : rule === 'any' || rule === type || (rule === typeof value && value !== null)
    if (fits || value === undefined) continue
    const allowed = typeof rule === 'object' ? rule.join(' or ') : `of type ${rule}`
    throw new TypeError(`${name} must be ${allowed}, not ${type}.`)
  }
}

/**
 * Checks the options and fills in the defaults.
 *
 * @throws TypeError when an option is invalid; the message names it
 */
export function checkOptions(options: ReconcileOptions): CheckedOptions {
  checkTypes('reconcile', options, optionRules)
  checkInput('partner', options.partner)
  checkInput('service', options.service)
  checkTypes('partner', options.partner, inputRules)
  checkTypes('service', options.service, inputRules)
  checkTypes('rules', options.rules ?? {}, residueRules)
  for (const name of outputNames) checkOutput(name, options[name])
  const { key, pointValueVnd = 1000, compare = sharedColumnNames, groupPoints = true } = options
  for (const [name, value] of Object.entries({ key, previousKey: options.previousKey ?? key })) {
    const keyBytes = new TextEncoder().encode(value).length
    if (keyBytes === 0 || keyBytes > maxKeyBytes) {
      throw new TypeError(`${name} must have 1 to ${maxKeyBytes} bytes.`)
    }
  }
  if (!Number.isSafeInteger(pointValueVnd) || pointValueVnd < 1) {
    throw new TypeError('pointValueVnd must be a whole number from 1 on.')
  }
  const unknown = compare.find((name) => !sharedColumnNames.includes(name))
  if (unknown !== undefined) {
    throw new TypeError(`compare knows no column "${unknown}": ${sharedColumnNames.join(', ')}.`)
  }
  for (const name of ['toleranceVnd', 'dateWindowDays'] as const) {
    const value = options.rules?.[name]
    if (value !== undefined && (!Number.isSafeInteger(value) || value < 0)) {
      throw new TypeError(`rules.${name} must be a whole number from 0 on.`)
    }
  }
  if (options.day !== undefined && !isDay(options.day)) {
    throw new TypeError(`day must be a day as YYYY-MM-DD, not "${options.day}".`)
  }
  if (options.foreign !== undefined) checkForeignRules(options.foreign.rules)
  const { profile = checksumProfiles.record } = options
  checksumAffixes(profile, key)
  return {
    profile,
    rules: { compare: [...new Set(compare)], groupPoints, pointValueVnd },
    createDigest: options.createDigest ?? (() => new Sha256()),
  }
}
