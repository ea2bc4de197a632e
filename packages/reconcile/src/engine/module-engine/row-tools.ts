import type { ChecksumProfile } from '../../checksum/checksum-profile.ts'
import type { ModuleInstance } from '../../module/module-instance.ts'
import { moduleMd5Hasher } from '../../module/module-md5.ts'
import { ResultRowWriter } from '../../module/result-row-writer.ts'
import { RowPairing } from '../../module/row-pairing.ts'
import type { RowTools } from '../engine.ts'

/** The tools of the module for rows that are compared. */
export function rowTools(instance: ModuleInstance, { hexCase }: ChecksumProfile): RowTools {
  return {
    hasher: moduleMd5Hasher(instance),
    pairing: new RowPairing(instance),
    resultRowWriter: new ResultRowWriter(instance, hexCase),
  }
}
