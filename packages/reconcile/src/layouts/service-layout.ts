import type { InputLayout } from './layout.ts'
import { sharedColumns } from './shared-columns.ts'

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
