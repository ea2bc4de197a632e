import { checksumProfiles, type ChecksumProfile } from '../checksum/checksum-profile.ts'
import { Sha256 } from '../checksum/sha256.ts'
import { maxKeyBytes } from '../checksum/row-data.ts'
import type { StreamDigest } from '../engine/engine.ts'
import { sharedColumnNames } from '../layouts/shared-columns.ts'
import type { ComparisonRules } from '../matching/transaction.ts'
import type { ReconcileOptions } from './reconcile-options.ts'

/** The options with what was left out, checked. */
export interface CheckedOptions {
  readonly profile: ChecksumProfile
  readonly rules: ComparisonRules
  readonly createDigest: () => StreamDigest
}

/**
 * Fills in what was left out.
 *
 * @throws TypeError when the caller gave something that cannot be
 */
export function checkOptions(options: ReconcileOptions): CheckedOptions {
  const { key, pointValueVnd = 1000, compare = sharedColumnNames, groupPoints = true } = options
  const keyBytes = new TextEncoder().encode(key).length
  if (keyBytes === 0 || keyBytes > maxKeyBytes) {
    throw new TypeError(`key must have 1 to ${maxKeyBytes} bytes.`)
  }
  if (!Number.isSafeInteger(pointValueVnd) || pointValueVnd < 1) {
    throw new TypeError('pointValueVnd must be a whole number from 1 on.')
  }
  const unknown = compare.find((name) => !sharedColumnNames.includes(name))
  if (unknown !== undefined) {
    throw new TypeError(`compare knows no column "${unknown}": ${sharedColumnNames.join(', ')}.`)
  }
  for (const name of ['toleranceVnd', 'dateWindowDays'] as const) {
    const value = options.rules?.[name]
    if (value !== undefined && (!Number.isSafeInteger(value) || value < 0)) {
      throw new TypeError(`rules.${name} must be a whole number from 0 on.`)
    }
  }
  return {
    profile: options.profile ?? checksumProfiles.record,
    rules: { compare, groupPoints, pointValueVnd },
    createDigest: options.createDigest ?? (() => new Sha256()),
  }
}
