import type { ChecksumProfile, ForeignRule, SharedColumnName } from '@merchant-edge/reconcile'
import type { OrdersContext } from '../orders-context.ts'
import type { RangedReading } from './range-invocations.ts'

/** What is set about the daily files. */
export interface DailyFilesSettings {
  /** Where the files are: `outgoing/`, `incoming/` and `reconciliations/`. */
  readonly bucket: R2Bucket
  /** Id of the partner, column 1 of its file, at most 50 characters. */
  readonly partnerId: string
  /** Name of the partner in the names of files: letters and digits, at most 32. */
  readonly partnerToken: string
  /** Key of the checksums, a text of 1 to 1,024 bytes. */
  readonly checksumKey: string
  /** The one before, with which rows of files may still be checksummed; none is written with it. */
  readonly checksumKeyPrevious?: string | undefined
  readonly profile: ChecksumProfile
  /** Column 9 of the rows; one that does not fit is left out, as are those of the next columns. */
  readonly merchantCode?: string
  /** Column 10 of rows whose order was sold at no store of its own: transfers, and orders from before stores were kept. */
  readonly storeCode?: string
  /** Column 11 of these rows. */
  readonly posCode?: string
  /** Rows of the service that were not made through us, such as takings of a Merchant QR; none when left out. */
  readonly foreignRules?: readonly ForeignRule[]
  /** Compared columns; {@link comparedColumns} when left out. */
  readonly compare?: readonly SharedColumnName[]
  /** Who reads ranges of large files; one invocation reads all of them when left out. */
  readonly ranges?: RangedReading
}

/** Everything that the work on daily files needs from outside. */
export interface DailyFilesContext extends OrdersContext {
  readonly files: DailyFilesSettings
}

/**
 * Columns that this side knows of its transactions. Fee, tax and discount are the service's own doing,
 * and the second in which each side books a transaction is not the same. Assumes G-108.
 */
export const comparedColumns = [
  'invoiceCode',
  'walletCode',
  'amount',
  'currency',
  'date',
] as const satisfies readonly SharedColumnName[]
