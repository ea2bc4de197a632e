import { type Md5Hasher, messageBytes, scriptMd5Hasher } from '../../checksum/md5.ts'
import { type ScanBuffer, batchBytes, scriptScanBuffer } from '../../csv/scan-record.ts'

/** The inner loops in TypeScript: MD5, and the search for separators. */
export interface ScriptLoops {
  readonly hasher: Md5Hasher
  /** For one batch of records; it is in the memory of the hasher, so that rows are copied fast. */
  readonly room: ScanBuffer
}

/** Creates the hasher and the buffer of a batch in one new `ArrayBuffer`. */
export function createScriptLoops(): ScriptLoops {
  const memory = new ArrayBuffer(messageBytes + batchBytes)
  const room = scriptScanBuffer(new Uint8Array(memory, messageBytes))
  return { hasher: scriptMd5Hasher(memory), room }
}
