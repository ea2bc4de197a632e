import { maxPartitions } from './row-partitions.ts'

/** Maximum bytes of rows in memory at once. */
export const arenaBytes = 16 * 2 ** 20
/**
 * Bytes of a range whose rows are read back: few enough to be grouped within the caches of the
 * processor.
 */
export const nearBytes = 4 * 2 ** 20

/** Number of ranges into which this many bytes of rows are divided. */
export function rangesFor(bytes: number, { hasSpill }: { readonly hasSpill: boolean }): number {
  if (!hasSpill || bytes <= arenaBytes) return Math.ceil(bytes / arenaBytes)
  const most = Math.max(maxPartitions, Math.ceil(bytes / arenaBytes))
  return Math.min(most, Math.ceil(bytes / nearBytes))
}
