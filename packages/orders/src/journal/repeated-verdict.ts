import { and, desc, sql, type SQL } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { journal, type JournalData } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'

/** Who has said something, and why. */
interface Word {
  readonly staffId: string
  readonly reason: string
}

/** The journal lines about the subject of a verdict. */
export interface VerdictSubject {
  /** Condition for the lines. */
  readonly about: SQL
  /**
   * Further values that the verdict has in its line; `undefined` for one that it leaves out. None when
   * left out.
   */
  readonly said?: Readonly<Record<string, JournalData[string] | undefined>>
}

/** Condition: a journal line of an order about one of its payments or refunds. */
export function isAbout(
  orderId: string,
  fact: 'reference' | 'refund_id' | 'transaction_id',
  id: string,
): SQL {
  return sql`${journal.orderId} = ${orderId} AND json_extract(${journal.data}, ${`$.${fact}`}) = ${id}`
}

/**
 * Whether a verdict is the newest one about its subject, by the same person and for the same reason:
 * its answer was lost, and it is sent once more. It is answered like the first one then, if the
 * subject still is as it says; the caller checks that.
 */
export async function isRepeated(
  context: Pick<OrdersContext, 'database'>,
  { staffId, reason }: Word,
  { about, said = {} }: VerdictSubject,
): Promise<boolean> {
  const [newest] = await openDatabase(context)
    .select({ data: journal.data })
    .from(journal)
    .where(and(sql`${journal.evidence} = 'word of a person'`, about))
    .orderBy(desc(journal.seq))
    .limit(1)
  if (newest === undefined) return false
  const written = new Map(Object.entries(newest.data))
  const wanted = { staff_id: staffId, verdict_reason: reason, ...said }
  return Object.entries(wanted).every(([name, value]) => written.get(name) === value)
}
