import { desc, eq, inArray } from 'drizzle-orm'
import type { CallbackTry } from '../callbacks/callback-log.ts'
import type { Statement, Database } from '../database/database.ts'
import { linkCallbacks, linkCallbackTries, walletLinks } from '../database/schema.ts'
import type { Sandbox } from '../sandbox.ts'

type NewLinkCallback = typeof linkCallbacks.$inferInsert

/** How many deliveries one statement inserts: D1 binds at most 100 values. */
const rowsPerStatement = 10

/**
 * Statements that store the callback of a confirmed link before it is sent. The switches of the sandbox
 * hold: a link belongs to no store. Those about the signature change nothing, since there is none.
 *
 * @see Specification 6.2
 */
export function planLinkCallbacks(sandbox: Sandbox, linkId: string): readonly Statement[] {
  const { lose, delaySeconds, repeat, forge, retrySeconds } = sandbox.settings.callbackSwitches
  const nowMs = sandbox.clock.nowMs()
  const delivery = {
    linkId,
    kind: 'callback',
    state: lose ? 'lost' : 'due',
    createdAt: Math.floor(nowMs / 1000),
    dueAtMs: nowMs + Math.round(delaySeconds * 1000),
    retrySeconds,
  } as const satisfies NewLinkCallback
  const deliveries: readonly NewLinkCallback[] = [
    ...(forge ? [{ ...delivery, kind: 'forged' as const, retrySeconds: [] }] : []),
    delivery,
    ...Array.from({ length: repeat }, () => ({ ...delivery, kind: 'repeat' as const })),
  ]
  const groups = Array.from(
    { length: Math.ceil(deliveries.length / rowsPerStatement) },
    (_, index) => deliveries.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement),
  )
  return groups.map((group) => sandbox.database.insert(linkCallbacks).values(group))
}

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
