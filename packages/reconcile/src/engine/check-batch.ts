import type { ModuleInstance } from '../module/module-instance.ts'
import type { RowException } from '../rows/row-exception.ts'
import type { EngineSettings } from './engine.ts'
import { type Reading, rejectRows, settleHeader } from './reject-module-rows.ts'

/** What the check of a batch found. */
export interface CheckedBatch {
  /** Rows that are listed as good in the memory of the module, each with its fingerprint. */
  readonly good: number
  /** Rows that take no part. */
  readonly exceptions: RowException[]
}

/** Steps 2 to 4 of the first pass: verifies, checks and fingerprints the records of a batch, and counts them. */
export function checkBatch(
  instance: ModuleInstance,
  reading: Reading,
  { count, header }: { count: number } & Pick<EngineSettings, 'header'>,
): CheckedBatch {
  const { call, views } = instance
  const { tally } = reading
  const exceptions: RowException[] = []
  views.batch.count = count
  call.verifyChecksums()
  if (reading.isFirst) settleHeader(instance, { ...reading, exceptions, header })
  reading.isFirst = false
  const good = call.checkRows()
  tally.rows += count
  tally.goodRows += good
  if (good < count) rejectRows(instance, { ...reading, exceptions })
  return { good, exceptions }
}
