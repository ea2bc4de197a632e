import { lt } from 'drizzle-orm'
import type { Statement } from '../database/database.ts'
import { identityLogouts, identityRequests } from './tables.ts'
import type { Sandbox } from '../sandbox.ts'
import { trimNotifications } from './logout/back-channel.ts'

const daySeconds = 24 * 60 * 60

/**
 * Statements that delete authorization and logout requests older than a day, and all but the newest
 * notifications.
 */
export function deleteOldIdentityRows({ database, clock }: Sandbox): readonly Statement[] {
  const now = clock.nowSeconds()
  const yesterday = now - daySeconds
  return [
    database.delete(identityRequests).where(lt(identityRequests.requestedAt, yesterday)),
    database.delete(identityLogouts).where(lt(identityLogouts.requestedAt, yesterday)),
    ...trimNotifications(database, now),
  ]
}
