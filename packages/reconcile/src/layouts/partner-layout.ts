import type { InputLayout } from './layout.ts'
import { sharedColumns } from './shared-columns.ts'

/**
 * The partner file: 17 columns. The partner writes VND only.
 *
 * @see Specification 2.18
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
