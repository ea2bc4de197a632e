import type { links } from '../database/schema.ts'
import { toSeconds } from '../clock.ts'
import type { LinkView } from './links-api.ts'

/** A link as the API shows it: without the token. */
export function linkView(row: typeof links.$inferSelect): LinkView {
  const isPending = row.state === 'requested' && row.webUrl !== null
  return {
    id: row.id,
    customerId: row.customerId,
    state: row.state,
    ...(isPending &&
      row.webUrl !== null && { webUrl: row.webUrl, expiresAt: toSeconds(row.expiresAtMs) }),
    ...(row.maskedPhone !== null && { phone: row.maskedPhone }),
    createdAt: toSeconds(row.createdAtMs),
    updatedAt: toSeconds(row.updatedAtMs),
  }
}
