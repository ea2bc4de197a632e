import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { identityNotifications } from '../../database/schema.ts'

/** A logout notification in the journal. */
export interface LogoutNotification {
  readonly id: number
  /** `back`: posted by the server; `front`: a frame in the customer's browser. */
  readonly channel: 'back' | 'front'
  readonly clientId: string
  readonly sid: string
  readonly url: string
  /** `shown`: the frame was on a page; nobody knows whether it loaded. */
  readonly state: 'sending' | 'shown' | 'delivered' | 'failed' | 'blocked'
  /** Unix seconds. */
  readonly at: number
  /** HTTP status of the last answer; null when there was none. */
  readonly httpStatus: number | null
  /** First characters of the answer, or why there was none. */
  readonly outcome: string
  readonly durationMs: number
  /** Fault switches that changed it. */
  readonly faults: readonly string[]
}

/** The journal of logout notifications, newest first. */
export async function listNotifications(
  database: Database,
): Promise<readonly LogoutNotification[]> {
  return database
    .select()
    .from(identityNotifications)
    .orderBy(desc(identityNotifications.id))
    .limit(200)
}

/** Writes a notification into the journal. */
export async function noteNotification(
  database: Database,
  notification: Omit<LogoutNotification, 'id'>,
): Promise<number> {
  const [row] = await database.insert(identityNotifications).values(notification).returning()
  if (row === undefined) throw new Error('The notification was not stored.')
  return row.id
}

/** Notes what came of a notification. */
export async function settleNotification(
  database: Database,
  id: number,
  result: Pick<LogoutNotification, 'state' | 'httpStatus' | 'outcome' | 'durationMs'>,
): Promise<void> {
  await database.update(identityNotifications).set(result).where(eq(identityNotifications.id, id))
}

/**
 * Keeps the newest notifications and forgets the others; one whose sender has gone counts as failed.
 *
 * @param now unix seconds
 */
export async function trimNotifications(database: Database, now: number): Promise<void> {
  const old = database
    .select({ id: identityNotifications.id })
    .from(identityNotifications)
    .orderBy(desc(identityNotifications.id))
    .limit(1000)
    .offset(500)
  const isStuck = and(
    eq(identityNotifications.state, 'sending'),
    lt(identityNotifications.at, now - 60),
  )
  await database.batch([
    database.delete(identityNotifications).where(inArray(identityNotifications.id, old)),
    database
      .update(identityNotifications)
      .set({ state: 'failed', outcome: 'not sent: the sandbox stopped' })
      .where(isStuck),
  ])
}
