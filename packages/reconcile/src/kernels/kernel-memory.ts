import { laneBytes } from '../checksum/md5.ts'
import { batchBytes, bytesPerWord } from '../csv/scan-record.ts'

/** Messages that are hashed at once. */
export const lanes = 4
/** Where the first message lies; before it stand the four digests, word by word. */
export const firstLane = 64

const markBytes = (batchBytes / bytesPerWord) * 4
/** Where the marks of a batch of records lie, and its bytes. */
export const specialsStart = firstLane + lanes * laneBytes
export const unprintablesStart = specialsStart + markBytes
export const roomStart = unprintablesStart + markBytes

/** Size of the memory in pages of 64 KB. */
export const memoryPages = Math.ceil((roomStart + batchBytes) / 65_536)
