/** What values a column holds. */
export type ColumnKind =
  | 'text'
  | 'free-text'
  | 'amount'
  | 'signed-amount'
  | 'currency'
  | 'date'
  | 'time'
  | 'partner-status'
  | 'service-status'
  | 'type'
  | 'reconciliation-status'
  | 'checksum'

/** One column of a file. */
export interface Column {
  /** Our name of the column; columns of the same meaning have the same name in every layout. */
  readonly name: string
  readonly kind: ColumnKind
  /** Whether the value is mandatory: M in the specification. */
  readonly required: boolean
  /** Most characters (code points) of the value, when the specification limits them. */
  readonly maxChars?: number
  /** The only valid values, when the specification lists them. */
  readonly values?: readonly string[]
}

/** Which party wrote a file. */
export type Side = 'partner' | 'service'

/** Columns of one kind of file, in their order; the checksum is the last. */
export interface Layout {
  readonly name: 'partner' | 'service' | 'result'
  readonly columns: readonly Column[]
}

/** How many columns the partner file and the service file have, the checksum included. */
export const inputColumns = 17

/** Layout of an input file. The numbers are indexes of columns, from 0. */
export interface InputLayout extends Layout {
  readonly name: Side
  /** Index of the first of the twelve shared columns. */
  readonly firstShared: number
  readonly walletCode: number
  readonly description: number
  readonly status: number
  readonly type: number
  readonly checksum: number
}

/** The columns that partner file and service file have in common, in the same order in both. */
export const sharedColumns = [
  { name: 'invoiceCode', kind: 'text', required: true, maxChars: 50 },
  { name: 'walletCode', kind: 'text', required: true, maxChars: 30 },
  { name: 'amount', kind: 'amount', required: true },
  { name: 'currency', kind: 'currency', required: true, maxChars: 10, values: ['VND', 'POINT'] },
  { name: 'fee', kind: 'signed-amount', required: true },
  { name: 'tax', kind: 'signed-amount', required: true },
  { name: 'discount', kind: 'signed-amount', required: true },
  { name: 'merchantCode', kind: 'text', required: false, maxChars: 50 },
  { name: 'mid', kind: 'text', required: false, maxChars: 15 },
  { name: 'tid', kind: 'text', required: false, maxChars: 16 },
  { name: 'date', kind: 'date', required: true, maxChars: 10 },
  { name: 'time', kind: 'time', required: false, maxChars: 8 },
] as const satisfies readonly Column[]

/**
 * Name of a column that both sides have and that can be compared; the description is never
 * compared.
 */
export type SharedColumnName = (typeof sharedColumns)[number]['name']

/** Names of the shared columns, in the order of the files. */
export const sharedColumnNames: readonly SharedColumnName[] = sharedColumns.map(({ name }) => name)

/**
 * The partner file: 17 columns. The partner writes VND only.
 *
 * @see Specification 2.18
 *
 * @example
 * ```ts
 * import { partnerLayout } from '@merchant-edge/reconcile/files'
 *
 * export const mandatory = partnerLayout.columns
 *   .filter(({ required }) => required)
 *   .map(({ name }) => name)
 * ```
 */
export const partnerLayout: InputLayout = {
  name: 'partner',
  columns: [
    { name: 'partnerId', kind: 'text', required: true, maxChars: 50 },
    ...sharedColumns.map((column) =>
      column.name === 'currency' ? { ...column, values: ['VND'] } : column,
    ),
    { name: 'partnerStatus', kind: 'partner-status', required: true, values: ['0', '1', '2'] },
    { name: 'description', kind: 'free-text', required: false, maxChars: 1000 },
    { name: 'type', kind: 'type', required: true, maxChars: 10, values: ['1', '-1'] },
    { name: 'checksum', kind: 'checksum', required: true },
  ],
  firstShared: 1,
  walletCode: 2,
  status: 13,
  description: 14,
  type: 15,
  checksum: 16,
}

/**
 * The service file: 17 columns.
 *
 * The type may be empty, and then the row is read as a payment. Assumes G-87.
 *
 * @see Specification 2.18
 */
export const serviceLayout: InputLayout = {
  name: 'service',
  columns: [
    ...sharedColumns,
    { name: 'description', kind: 'free-text', required: false, maxChars: 1000 },
    { name: 'serviceCode', kind: 'text', required: true, maxChars: 20 },
    { name: 'serviceStatus', kind: 'service-status', required: true, values: ['0', '1', '-1'] },
    { name: 'type', kind: 'type', required: false, maxChars: 10, values: ['1', '-1'] },
    { name: 'checksum', kind: 'checksum', required: true },
  ],
  firstShared: 0,
  walletCode: 1,
  description: 12,
  status: 14,
  type: 15,
  checksum: 16,
}

/**
 * First and last of the columns that the result takes from a row that agrees with that of the other
 * side: of the partner's all up to the description, the shared ones among them, and of the
 * service's its code and its status.
 */
export const resultColumns: Readonly<
  Record<Side, { readonly first: number; readonly last: number }>
> = {
  partner: { first: 0, last: partnerLayout.description },
  service: { first: serviceLayout.description + 1, last: serviceLayout.status },
}

/**
 * The result file: 21 columns. Columns 1 to 16 are those of the partner file, without its checksum;
 * the type is a column twice. Assumes G-24.
 *
 * Partner id and partner status are empty where the partner has no row, service code and service
 * status where the service has none.
 *
 * @see Specification 2.18
 */
export const resultLayout: Layout = {
  name: 'result',
  columns: [
    { name: 'partnerId', kind: 'text', required: false, maxChars: 50 },
    ...sharedColumns.map((column) =>
      column.name === 'invoiceCode' ? { ...column, required: false } : column,
    ),
    { name: 'partnerStatus', kind: 'partner-status', required: false, values: ['0', '1', '2'] },
    { name: 'description', kind: 'free-text', required: false, maxChars: 1000 },
    { name: 'type', kind: 'type', required: true, maxChars: 10, values: ['1', '-1'] },
    { name: 'serviceCode', kind: 'text', required: false, maxChars: 20 },
    { name: 'serviceStatus', kind: 'service-status', required: false, values: ['0', '1', '-1'] },
    { name: 'typeAgain', kind: 'type', required: true, maxChars: 10, values: ['1', '-1'] },
    {
      name: 'reconciliationStatus',
      kind: 'reconciliation-status',
      required: true,
      maxChars: 2,
      values: ['00', '01', '02', '03'],
    },
    { name: 'checksum', kind: 'checksum', required: true },
  ],
}

/** The layout of the file that one side writes. */
export function layoutOf(side: Side): InputLayout {
  return side === 'partner' ? partnerLayout : serviceLayout
}
