import { desc, eq, inArray } from 'drizzle-orm'
import type { CallbackTry } from '../callbacks/callback-log.ts'
import type { Database } from '../database/database.ts'
import { linkCallbacks, linkCallbackTries, walletLinks } from '../database/schema.ts'

/** One try to deliver the callback of a link; what was sent is not kept, for it holds a token. */
export interface LinkCallbackTry extends Omit<CallbackTry, 'url'> {}

/** One delivery of a link's callback with its tries. */
export interface LinkCallbackDelivery {
  readonly id: number
  readonly linkId: string
  readonly kind: 'callback' | 'repeat' | 'forged'
  /** Address to which it is posted. */
  readonly url: string
  readonly state: 'due' | 'sending' | 'delivered' | 'failed' | 'lost' | 'blocked'
  readonly createdAt: number
  /** When it is due, in milliseconds of the sandbox's clock. */
  readonly dueAtMs: number
  readonly tries: readonly LinkCallbackTry[]
}

/** Deliveries of links' callbacks, newest first, at most 50. */
export async function listLinkCallbacks(
  database: Database,
  linkId?: string,
): Promise<readonly LinkCallbackDelivery[]> {
  const rows = await database
    .select({ delivery: linkCallbacks, url: walletLinks.callbackUrl })
    .from(linkCallbacks)
    .innerJoin(walletLinks, eq(walletLinks.linkId, linkCallbacks.linkId))
    .where(linkId === undefined ? undefined : eq(linkCallbacks.linkId, linkId))
    .orderBy(desc(linkCallbacks.id))
    .limit(50)
  const ids = rows.map(({ delivery }) => delivery.id)
  const tries = await database
    .select()
    .from(linkCallbackTries)
    .where(inArray(linkCallbackTries.callbackId, ids))
    .orderBy(linkCallbackTries.id)
  return rows.map(({ delivery, url }) => ({
    id: delivery.id,
    linkId: delivery.linkId,
    kind: delivery.kind,
    url,
    state: delivery.state,
    createdAt: delivery.createdAt,
    dueAtMs: delivery.dueAtMs,
    tries: tries
      .filter(({ callbackId }) => callbackId === delivery.id)
      .map(({ at, httpStatus, outcome, durationMs }) => ({ at, httpStatus, outcome, durationMs })),
  }))
}
