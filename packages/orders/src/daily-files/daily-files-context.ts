import type {
  ChecksumProfile,
  ForeignRule,
  Language,
  SharedColumnName,
} from '@merchant-edge/reconcile'
import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { RangedReading } from './comparison/range-invocations.ts'

/**
 * Which daily files begin with a row of the names of the columns: none, those of the service, the
 * partner file, or all of them.
 */
export type HeaderRows = 'none' | 'service' | 'partner' | 'both'

/**
 * The bucket, the partner's names and the checksum keys with which daily files are written and
 * read.
 */
export interface DailyFilesSettings {
  /** The bucket with the prefixes `outgoing/`, `incoming/` and `reconciliations/`. */
  readonly bucket: R2Bucket
  /** Id of the partner, column 1 of its file, at most 50 characters. */
  readonly partnerId: string
  /** Name of the partner in the names of files: letters and digits, at most 32. */
  readonly partnerToken: string
  /**
   * Name of the service in the names of files: letters and digits, at most 32; `SERVICE` when left
   * out. Assumes G-168.
   */
  readonly serviceToken?: string
  /** Key of the row checksums, a text of 1 to 1,024 bytes. */
  readonly checksumKey: string
  /**
   * The previous checksum key: rows with its checksum are still accepted; no row is written with
   * it.
   */
  readonly checksumKeyPrevious?: string | undefined
  readonly profile: ChecksumProfile
  /** Which files have a header row; `none` when left out. Assumes G-23. */
  readonly headerRows?: HeaderRows
  /**
   * Column 9 of the rows (merchant code); a code that is too long is left out, also in the next two
   * columns.
   */
  readonly merchantCode?: string
  /**
   * Column 10 (store code) of rows whose order has no store: transfers, and orders from before
   * stores were recorded.
   */
  readonly storeCode?: string
  /** Column 11 (terminal) of these rows. */
  readonly posCode?: string
  /**
   * Rules that name service rows which were not made through this system, such as payments by a
   * Merchant QR; no rules when left out.
   */
  readonly foreignRules?: readonly ForeignRule[]
  /** Language of the report of a compared day; English when left out. */
  readonly reportLanguage?: Language
  /** Columns to compare; {@link comparedColumns} when left out. */
  readonly compare?: readonly SharedColumnName[]
  /**
   * Reads ranges of large files in other invocations; when left out, one invocation reads whole
   * files.
   */
  readonly ranges?: RangedReading
}

/** Everything that the daily-file jobs need from outside. */
export interface DailyFilesContext extends OrdersContext {
  readonly files: DailyFilesSettings
}

/**
 * Checks the context of a call, with its settings of the daily files.
 *
 * @param taker name of the function that takes the context
 * @throws TypeError that names the function and the field
 */
export function checkDailyFilesContext(taker: string, context: DailyFilesContext): void {
  checkContext(taker, context)
  const { files } = context
  checkArguments(taker, { files })
  const { bucket, profile, partnerId, partnerToken, checksumKey } = files
  checkArguments(taker, { bucket, profile }, { partnerId, partnerToken, checksumKey })
}

/** What a comparison does with a header row: it is an exception unless a file is to have one. */
export function headerOf({ headerRows = 'none' }: DailyFilesSettings): 'refuse' | 'skip' {
  return headerRows === 'none' ? 'refuse' : 'skip'
}

/** Whether the files of one side begin with a header row. */
export function hasHeader(
  { headerRows }: DailyFilesSettings,
  side: 'partner' | 'service',
): boolean {
  return headerRows === side || headerRows === 'both'
}

/**
 * The columns that are compared by default. Fee, tax and discount are left out because only the
 * service determines them, and the time because both sides book a transaction at different seconds.
 * Assumes G-108.
 */
export const comparedColumns = [
  'invoiceCode',
  'walletCode',
  'amount',
  'currency',
  'date',
] as const satisfies readonly SharedColumnName[]
