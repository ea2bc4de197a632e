import type { OpenedFile } from './csv/byte-source.ts'
import { readBatches } from './csv/read-batches.ts'
import { recordProblem } from './csv/record-batch.ts'
import { createScriptLoops } from './engine/script-engine/script-loops.ts'
import { inputColumns } from './layouts.ts'
import { type ChecksumProfile, checksumProfiles } from './checksum/checksum-profile.ts'
import { ChecksumVerifier, createChecksumMessage } from './checksum/verify-checksums.ts'

/** What {@link detectChecksumProfile} found. */
export interface DetectedProfile {
  /** The profile with which most rows verify; `undefined` when no row verifies with any profile. */
  readonly profile: ChecksumProfile | undefined
  /** Well-formed rows that were tried, at most 100. */
  readonly rows: number
  /** Number of verified rows by profile name; only profiles with at least one. */
  readonly verified: Readonly<Record<string, number>>
}

const rowsToTry = 100

/**
 * Detects the checksum profile of a file by trying every known profile on its first rows.
 *
 * When no row verifies with any profile, the key is wrong, or the partner uses an unknown profile.
 *
 * @param file a partner or service file, or its beginning
 * @throws TypeError when the key is empty or longer than 1,024 bytes
 * @see Specification 2.18
 *
 * @example
 * ```ts
 * import { checksumProfiles, detectChecksumProfile } from '@merchant-edge/reconcile'
 * import { formatRow } from '@merchant-edge/reconcile/files'
 *
 * const key = 'checksum key'
 * const values = Array.from({ length: 16 }, (_, column) => `value ${column}`)
 * const file = new Blob([formatRow(values, { profile: checksumProfiles.pipe, key })])
 *
 * const { profile } = await detectChecksumProfile(file.stream(), key)
 * if (profile?.name !== 'pipe') throw new Error('The profile was not found.')
 * ```
 */
export async function detectChecksumProfile(
  file: OpenedFile,
  key: string,
): Promise<DetectedProfile> {
  const { hasher, room } = createScriptLoops()
  const candidates = Object.values<ChecksumProfile>(checksumProfiles).map((profile) => ({
    profile,
    verifier: new ChecksumVerifier(createChecksumMessage(profile, key), hasher),
    verified: 0,
  }))
  let rows = 0
  for await (const batch of readBatches(file, { columns: inputColumns, room })) {
    batch.count = Math.min(batch.count, rowsToTry - rows)
    for (let record = 0; record < batch.count; record += 1) {
      if (batch.problems[record] === recordProblem.none) rows += 1
    }
    const good = new Uint8Array(batch.count)
    for (const candidate of candidates) {
      candidate.verifier.verify(batch, good)
      for (const isGood of good) candidate.verified += isGood
    }
    if (rows >= rowsToTry) break
  }
  const found = candidates.filter(({ verified }) => verified > 0)
  // Stable sort: of profiles with the same result, the earlier one is simpler.
  const [best] = found.toSorted((one, other) => other.verified - one.verified)
  return {
    profile: best?.profile,
    rows,
    verified: Object.fromEntries(found.map(({ profile, verified }) => [profile.name, verified])),
  }
}
