import { lt } from 'drizzle-orm'
import { identityLogouts, identityRequests } from './tables.ts'
import type { Sandbox } from '../sandbox.ts'
import { trimNotifications } from './logout/back-channel.ts'

const daySeconds = 24 * 60 * 60

/** Deletes authorization and logout requests older than a day, and all but the newest notifications. */
export async function deleteOldIdentityRows({ database, clock }: Sandbox): Promise<void> {
  const now = clock.nowSeconds()
  const yesterday = now - daySeconds
  await database.batch([
    database.delete(identityRequests).where(lt(identityRequests.requestedAt, yesterday)),
    database.delete(identityLogouts).where(lt(identityLogouts.requestedAt, yesterday)),
  ])
  await trimNotifications(database, now)
}
