export { formatFileName, parseFileName, type FileKind, type FileName } from './file-name.ts'
export {
  partnerLayout,
  resultLayout,
  serviceLayout,
  sharedColumnNames,
  type Column,
  type ColumnKind,
  type InputLayout,
  type Layout,
  type SharedColumnName,
  type Side,
} from './layouts.ts'

export { readRows, type ReadRow } from './rows/read-rows.ts'
export type { ExceptionKind, ExceptionReason, RowException } from './rows/row-exception.ts'
export { amountParts } from './rows/amounts.ts'

export { checksumOfValues, formatRow } from './checksum/format-row.ts'
export { formatRecord, withoutFormulas } from './csv/fields.ts'
export { md5Hex } from './checksum/md5.ts'
