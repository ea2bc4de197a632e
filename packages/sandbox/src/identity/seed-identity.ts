import type { Database, Statement } from '../database/database.ts'
import { walletProfiles } from './tables.ts'
import { seedClientStatements } from './clients/seed-clients.ts'
import { makeMissingSigningKey } from './signing-keys.ts'
import { profileStatements } from './customer-profile.ts'

/**
 * Statements that put the first data of the identity server into its tables: profiles of the
 * wallets, clients, a signing key. What is there already stays.
 *
 * @param at now, in unix seconds
 */
export async function identityStatements(
  database: Database,
  at: number,
): Promise<readonly Statement[]> {
  const [known] = await database.select().from(walletProfiles).limit(1)
  return [
    ...(known === undefined
      ? [...profileStatements(database), ...(await seedClientStatements(database, at))]
      : []),
    ...(await makeMissingSigningKey(database, at)),
  ]
}
