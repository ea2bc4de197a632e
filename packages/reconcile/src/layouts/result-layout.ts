import type { Layout } from './layout.ts'
import { sharedColumns } from './shared-columns.ts'

/**
 * The result file: 21 columns. Columns 1 to 16 are those of the partner file, without its checksum;
 * the type stands there twice. Assumes G-24.
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
