import * as v from 'valibot'
import type { Database, Statement } from '../database/database.ts'
import { runAtomically } from '../database/run-atomically.ts'
import { merchantAccounts } from '../merchant-accounts/tables.ts'
import { merchants, stores, terminals } from '../merchants/tables.ts'
import { wallets } from '../wallets/tables.ts'
import { exchangePartnerStatement, setChecksumKey } from '../day-close/exchange-partners.ts'
import { registerSeedClients } from '../identity/clients/seed-clients.ts'
import { identityStatements } from '../identity/seed-identity.ts'
import { staffStatements } from '../merchant-staff/staff.ts'
import { moveAmounts, openAccount } from '../ledger/ledger.ts'
import { ledgerOwnerOf, type NewMerchantAccount } from '../merchant-accounts/merchant-accounts.ts'
import { digestOf } from '../identity/opaque-token.ts'
import { registerApiKey } from '../merchants/api-keys.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import {
  seedMerchant,
  seedOtherMerchant,
  seedStaff,
  seedStores,
  seedWallets,
} from '../seed-data.ts'
import { setCallbackKey } from '../settings/callback-keys.ts'
import { makeMissingCallbackKey } from '../settings/service-keys.ts'
import { readSettings, saveSetting, settingStatement } from '../settings/settings.ts'
import { voucherStatements } from '../vouchers/seed-vouchers.ts'
import { loyaltyStatements } from './seed-loyalty.ts'

/** Wallet accounts of merchants in a fresh sandbox, with balances in VND. */
const seedMerchantAccounts: readonly (NewMerchantAccount & { readonly vnd: number })[] = [
  { id: 'EDGE-ACCOUNT-1', merchantCode: seedMerchant.code, name: 'Prizes', vnd: 20_000_000 },
  { id: 'OTHER-ACCOUNT-1', merchantCode: seedOtherMerchant.code, name: 'Main', vnd: 1_000_000 },
]

/** Statements that open the wallet accounts of merchants. */
function merchantAccountStatements(database: Database, at: number): readonly Statement[] {
  return seedMerchantAccounts.flatMap(({ vnd, ...account }) => {
    const owner = ledgerOwnerOf(account.id)
    return [
      database.insert(merchantAccounts).values({ ...account, status: 'active' }),
      openAccount(database, owner, 'VND'),
      ...moveAmounts(database, at, [
        {
          kind: 'opening',
          reference: account.id,
          from: 'operator',
          to: owner,
          unit: 'VND',
          amount: vnd,
        },
      ]),
    ]
  })
}

const seedKeys = v.array(
  v.object({
    keyCode: v.pipe(v.string(), v.minLength(1), v.maxLength(36)),
    publicKeyPem: v.string(),
  }),
)

function readSeedKeys(text: string | undefined): v.InferOutput<typeof seedKeys> {
  if (text === undefined || text.trim() === '') return []
  try {
    return v.parse(seedKeys, JSON.parse(text))
  } catch {
    throw new TypeError('SEED_KEYS: expected JSON like [{"keyCode": "...", "publicKeyPem": "..."}]')
  }
}

/** What the first data is made from. */
export interface Seeding {
  readonly database: Database
  readonly env: SandboxEnv
  /** Now, in unix seconds. */
  readonly at: number
}

/** Applies a variable, unless the same value was applied before; later changes are then kept. */
async function applyOnce(
  database: Database,
  seed: { readonly name: string; readonly text: string | undefined },
  apply: (text: string) => Promise<void>,
): Promise<void> {
  const { name, text = '' } = seed
  if (text === '') return
  const { appliedSeeds } = await readSettings(database)
  const digest = await digestOf(text)
  if (new Map(Object.entries(appliedSeeds)).get(name) === digest) return
  await apply(text)
  await saveSetting(database, 'appliedSeeds', { ...appliedSeeds, [name]: digest })
}

/**
 * Registers the keys of SEED_KEYS, SEED_CALLBACK_KEY and SEED_CHECKSUM_KEY, and the clients of
 * SEED_CLIENTS. This runs at every start of an isolate; whatever was revoked, replaced or changed
 * since stays so until the variable changes.
 */
export async function registerSeedKeys({ database, env, at }: Seeding): Promise<void> {
  const { code: merchantCode } = seedMerchant
  for (const key of readSeedKeys(env.SEED_KEYS)) {
    await registerApiKey(database, at, { ...key, merchantCode })
  }
  if (env.SEED_CALLBACK_KEY !== undefined && env.SEED_CALLBACK_KEY !== '') {
    await setCallbackKey(database, env.SEED_CALLBACK_KEY)
  }
  await applyOnce(database, { name: 'SEED_CLIENTS', text: env.SEED_CLIENTS }, (text) =>
    registerSeedClients(database, { text, at }),
  )
  await applyOnce(database, { name: 'SEED_CHECKSUM_KEY', text: env.SEED_CHECKSUM_KEY }, (text) =>
    setChecksumKey(database, merchantCode, text),
  )
}

function merchantStatements(database: Database): readonly Statement[] {
  return [
    openAccount(database, 'operator', 'VND'),
    openAccount(database, 'operator', 'POINT'),
    ...[seedMerchant, seedOtherMerchant].flatMap((merchant) => [
      database.insert(merchants).values(merchant).onConflictDoNothing(),
      openAccount(database, `merchant:${merchant.code}`, 'VND'),
    ]),
    ...seedStores.flatMap(({ terminals: ofStore, ...store }) => [
      database
        .insert(stores)
        .values({ ...store, status: 'active' })
        .onConflictDoNothing(),
      ...ofStore.map((terminal) =>
        database
          .insert(terminals)
          .values({ ...terminal, storeCode: store.code })
          .onConflictDoNothing(),
      ),
    ]),
  ]
}

function walletStatements(database: Database, at: number): readonly Statement[] {
  return seedWallets.flatMap(({ vnd, points, ...wallet }) => {
    const owner = `wallet:${wallet.id}` as const
    const opening = { kind: 'opening', reference: wallet.id, from: 'operator', to: owner } as const
    return [
      database.insert(wallets).values(wallet),
      openAccount(database, owner, 'VND'),
      openAccount(database, owner, 'POINT'),
      ...moveAmounts(database, at, [
        { ...opening, unit: 'VND', amount: vnd },
        { ...opening, unit: 'POINT', amount: points },
      ]),
    ]
  })
}

/** Puts first data into tables that a database of an earlier version did not have. */
export async function seedMissingData({ database, at }: Omit<Seeding, 'env'>): Promise<void> {
  await runAtomically(database, [
    ...(await identityStatements(database, at)),
    exchangePartnerStatement(database, seedMerchant.code),
    ...(await staffStatements(database, at, seedStaff)),
  ])
}

/** Puts the first data into empty tables. */
export async function seed(seeding: Seeding): Promise<void> {
  const { database, at } = seeding
  const [first, ...rest] = [
    ...merchantStatements(database),
    ...walletStatements(database, at),
    ...loyaltyStatements(database, at),
    ...merchantAccountStatements(database, at),
    ...voucherStatements(database, at),
    ...(await staffStatements(database, at, seedStaff)),
    ...(await identityStatements(database, at)),
    ...(await makeMissingCallbackKey(database)),
    exchangePartnerStatement(database, seedMerchant.code),
    settingStatement(database, 'isSeeded', true),
  ]
  if (first !== undefined) {
    try {
      await database.batch([first, ...rest])
    } catch (error) {
      // Another isolate may have seeded at the same time: then its first wallet stopped this batch.
      if (!(await database.select().from(wallets)).some(({ id }) => id === seedWallets[0]?.id)) {
        throw error
      }
    }
  }
  await registerSeedKeys(seeding)
}
