import { and, eq, sql, type SQL } from 'drizzle-orm'
import { isNeverMadeIn } from '../../database/confirmed-in-sql.ts'
import { attempts, journal, orders } from '../../database/schema.ts'

/** A payment with a linked wallet, by its order and our reference. */
export type AttemptByVerdict = Pick<typeof attempts.$inferSelect, 'orderId' | 'reference'>

/** Condition: the attempt exists, and `condition` holds for it. */
export function attemptIs(
  { reference }: Pick<AttemptByVerdict, 'reference'>,
  condition: SQL | undefined,
): SQL {
  return sql`EXISTS (SELECT 1 FROM ${attempts} WHERE ${and(eq(attempts.reference, reference), condition)})`
}

/** Condition: the payment counts as paid, and a verdict was the first to say so. */
export function isPaidByVerdict(attempt: AttemptByVerdict): SQL {
  return sql`(${attemptIs(attempt, sql`${attempts.state} = 'paid'`)}
    AND 'word of a person' = (SELECT j.known FROM ${journal} j
      WHERE j.order_id = ${attempt.orderId} AND j.kind IN ('payment.confirmed', 'payment.disputed')
        AND json_extract(j.facts, '$.reference') = ${attempt.reference} ORDER BY j.seq LIMIT 1))`
}

/**
 * Condition: the payment counts as not paid, or its money as released, and only a verdict says so;
 * also one that has ended the payment as never made.
 */
export function isDeniedByVerdict(attempt: AttemptByVerdict): SQL {
  const { orderId, reference } = attempt
  // A payment can end more than once: the newest line counts.
  const saidOf = (kind: string) => sql`'word of a person' = (SELECT s.known FROM ${journal} s
    WHERE s.order_id = ${orderId} AND s.kind = ${kind}
      AND json_extract(s.facts, '$.reference') = ${reference} ORDER BY s.seq DESC LIMIT 1)`
  return sql`(${attemptIs(attempt, sql`${attempts.state} = 'released'`)} AND ${saidOf('hold.released')}
    OR ${attemptIs(attempt, sql`${attempts.state} = 'refused'`)} AND (${saidOf('payment.refused')}
      OR ${isNeverMadeIn(sql`${orderId}`, 'reference', sql`${reference}`)}))`
}

/**
 * Condition: an answer says that the money is held, which contradicts the verdict, and no later
 * answer says what became of it.
 */
export function isHeldAgainstVerdict({ reference }: Pick<AttemptByVerdict, 'reference'>): SQL {
  return sql`(EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = ${`hold.contradicted:${reference}`})
    AND NOT EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = ${`hold.known:${reference}`}))`
}

/**
 * Condition: only a verdict says whether the payment was made, and no answer to a request to capture
 * or release its money has said it.
 */
export function isByVerdictAlone(attempt: AttemptByVerdict): SQL {
  return sql`((${isPaidByVerdict(attempt)} OR ${isDeniedByVerdict(attempt)})
    AND NOT EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = ${`hold.known:${attempt.reference}`}))`
}

/** Condition: {@link isByVerdictAlone}, and the money may be held. */
export function isUnconfirmed(attempt: AttemptByVerdict): SQL {
  const { orderId, reference } = attempt
  return sql`(${isByVerdictAlone(attempt)}
    AND (EXISTS (SELECT 1 FROM ${orders} WHERE id = ${orderId} AND holds_payment = 1)
      OR ${attemptIs(attempt, sql`held_at_ms IS NOT NULL`)}
      OR EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = ${`hold.contradicted:${reference}`})))`
}
