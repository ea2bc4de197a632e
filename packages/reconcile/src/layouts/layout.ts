import type { Column } from './column.ts'

/** Which party wrote a file. */
export type Side = 'partner' | 'service'

/** Columns of one kind of file, in their order; the checksum is the last. */
export interface Layout {
  readonly name: 'partner' | 'service' | 'result'
  readonly columns: readonly Column[]
}

/** Layout of a file of which the engine reads rows. */
export interface InputLayout extends Layout {
  readonly name: Side
  /** Where the twelve shared columns begin. */
  readonly firstShared: number
  readonly walletCode: number
  readonly description: number
  readonly status: number
  readonly type: number
  readonly checksum: number
}
