import type { Column } from './column.ts'

/** Columns that the partner file and the service file share, in the same order in both. */
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

/** Name of a column that both sides have and that can be compared; the description is never compared. */
export type SharedColumnName = (typeof sharedColumns)[number]['name']

/** Names of the shared columns, in the order of the files. */
export const sharedColumnNames: readonly SharedColumnName[] = sharedColumns.map(({ name }) => name)
