import { checksumProfiles, type ChecksumProfileName } from '@merchant-edge/reconcile'
import { sharedColumnNames } from '@merchant-edge/reconcile/files'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database, Statement } from '../database/database.ts'
import { exchangePartners } from './tables.ts'
import { randomToken } from '../random-id.ts'
import { closeSwitches, type CloseSwitches } from './spoil-rows.ts'

const profileNames = Object.values(checksumProfiles).map(({ name }) => name)

function isProfileName(name: unknown): name is ChecksumProfileName {
  return profileNames.some((known) => known === name)
}

const checksumKey = v.pipe(
  v.string('must be a string'),
  v.regex(/^[\u0021-\u007e]{8,128}$/, 'must be 8 to 128 printable characters without spaces'),
)

const settingFields = {
  /** How checksums are made. Assumes G-23. */
  profile: v.custom<ChecksumProfileName>(
    isProfileName,
    `must be one of ${profileNames.join(', ')}`,
  ),
  /** Whether the result file has all transactions, or only those that differ. */
  writesAll: v.boolean('must be true or false'),
  /** Columns of the partner's file that are compared with the ledger. Assumes G-102. */
  compare: v.array(
    v.picklist(sharedColumnNames, `must be some of ${sharedColumnNames.join(', ')}`),
    'must be a list',
  ),
}

/** A change of a partner's settings; fields that are left out do not change. */
export const exchangePartnerChange = v.strictObject({
  checksumKey: v.optional(checksumKey),
  profile: v.optional(settingFields.profile),
  writesAll: v.optional(settingFields.writesAll),
  compare: v.optional(settingFields.compare),
})

/** A change of a partner's settings; fields that are left out do not change. */
export interface ExchangePartnerChange extends v.InferInput<typeof exchangePartnerChange> {}

const storedSettings = v.object(settingFields)

/** Settings of the daily files of a merchant. */
export interface ExchangePartner extends v.InferOutput<typeof storedSettings> {
  readonly merchantCode: string
  /** The key of every checksum; the merchant has the same key. */
  readonly checksumKey: string
  /** Deliberate errors of the next service file; null for none. */
  readonly nextSwitches: CloseSwitches | null
  /**
   * Last day up to which the tick has closed all days, `YYYY-MM-DD`; null when it has closed none.
   */
  readonly closedThrough: string | null
}

/** Settings of a fresh sandbox: the required columns of the partner's file are compared. */
const firstSettings: v.InferOutput<typeof storedSettings> = {
  profile: 'record',
  writesAll: false,
  compare: ['invoiceCode', 'amount', 'currency', 'fee', 'tax', 'discount', 'date'],
}

function partnerOf(row: typeof exchangePartners.$inferSelect): ExchangePartner {
  const { merchantCode, closedThrough } = row
  return {
    ...v.parse(v.fallback(storedSettings, firstSettings), row.settings),
    merchantCode,
    checksumKey: row.checksumKey,
    nextSwitches: v.parse(v.fallback(v.nullable(closeSwitches), null), row.nextSwitches),
    closedThrough,
  }
}

/**
 * Statement that makes a merchant a partner of the exchange with a new key, unless it already is a
 * partner.
 */
export function exchangePartnerStatement(database: Database, merchantCode: string): Statement {
  return database
    .insert(exchangePartners)
    .values({ merchantCode, checksumKey: randomToken(), settings: firstSettings })
    .onConflictDoNothing()
}

/** Statement that resets all settings except the keys to those of a fresh sandbox. */
export function resetExchangePartners(database: Database): Statement {
  return database
    .update(exchangePartners)
    .set({ settings: firstSettings, nextSwitches: null, closedThrough: null })
}

/**
 * Sets the checksum key of a merchant.
 *
 * @throws TypeError when the key is not valid
 */
export async function setChecksumKey(
  database: Database,
  merchantCode: string,
  key: string,
): Promise<void> {
  if (!v.is(checksumKey, key)) {
    throw new TypeError('SEED_CHECKSUM_KEY: must be 8 to 128 printable characters without spaces')
  }
  await database
    .update(exchangePartners)
    .set({ checksumKey: key })
    .where(eq(exchangePartners.merchantCode, merchantCode))
}

/** All partners of the exchange, by their codes. */
export async function listExchangePartners(
  database: Database,
): Promise<readonly ExchangePartner[]> {
  const rows = await database.select().from(exchangePartners).orderBy(exchangePartners.merchantCode)
  return rows.map(partnerOf)
}

/** A partner of the exchange by its merchant code, which is also its name in file names. */
export async function findExchangePartner(
  database: Database,
  merchantCode: string,
): Promise<ExchangePartner | undefined> {
  const [row] = await database
    .select()
    .from(exchangePartners)
    .where(eq(exchangePartners.merchantCode, merchantCode))
  return row && partnerOf(row)
}

/** Changes a partner's settings; `undefined` when there is none. */
export async function changeExchangePartner(
  database: Database,
  merchantCode: string,
  change: v.InferOutput<typeof exchangePartnerChange>,
): Promise<ExchangePartner | undefined> {
  const partner = await findExchangePartner(database, merchantCode)
  if (partner === undefined) return undefined
  const settings = v.parse(storedSettings, {
    profile: change.profile ?? partner.profile,
    writesAll: change.writesAll ?? partner.writesAll,
    compare: change.compare ?? partner.compare,
  })
  await database
    .update(exchangePartners)
    .set({ settings, checksumKey: change.checksumKey ?? partner.checksumKey })
    .where(eq(exchangePartners.merchantCode, merchantCode))
  return findExchangePartner(database, merchantCode)
}

/** Sets the deliberate errors of the next service file, once; null for none. */
export async function setNextCloseSwitches(
  database: Database,
  merchantCode: string,
  switches: CloseSwitches | null,
): Promise<ExchangePartner | undefined> {
  await database
    .update(exchangePartners)
    .set({ nextSwitches: switches })
    .where(eq(exchangePartners.merchantCode, merchantCode))
  return findExchangePartner(database, merchantCode)
}
