import { and, asc, eq, sql } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { journal, type JournalData } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'

/** The facts of an order's journal lines of one kind in which this fact has this text, oldest first. */
export async function linesAbout(
  context: Pick<OrdersContext, 'database'>,
  about: {
    readonly orderId: string
    readonly kind: string
    readonly fact: 'reference' | 'refund_id'
    readonly text: string
  },
): Promise<readonly JournalData[]> {
  const { orderId, kind, fact, text } = about
  const lines = await openDatabase(context)
    .select({ data: journal.data })
    .from(journal)
    .where(
      and(
        eq(journal.orderId, orderId),
        eq(journal.kind, kind),
        sql`${journal.data} ->> ${`$.${fact}`} = ${text}`,
      ),
    )
    .orderBy(asc(journal.seq))
  return lines.map(({ data }) => data)
}
