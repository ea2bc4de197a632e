import type { SQL } from 'drizzle-orm'
import type { EvidenceSource, JournalEntry } from '../../database/journal-entry.ts'
import type { JournalData } from '../../database/schema.ts'
import type { Transition } from '../../database/transition.ts'
import { entryOnce } from '../../journal/journal.ts'
import type { OrdersContext } from '../../orders-context.ts'
import type { AttemptByVerdict } from './by-verdict.ts'

/**
 * The journal line and the alert about money that is held according to the service, although a
 * verdict says that it was taken or released; once for each payment.
 */
export function heldAgainstVerdict(
  context: OrdersContext,
  held: {
    readonly attempt: AttemptByVerdict
    /** What the service says. */
    readonly says: string
    readonly where: SQL
    /** What the line rests on; an answer when left out. */
    readonly evidence?: EvidenceSource
    /** Further facts of the line. */
    readonly more?: JournalData
  },
): Transition {
  const { attempt, says, where, evidence = 'answer of the service', more } = held
  const { orderId, reference } = attempt
  const atMs = context.now()
  const data = { reference, says }
  const line: JournalEntry = {
    atMs,
    kind: 'hold.contradicted',
    orderId,
    dedupe: `hold.contradicted:${reference}`,
    evidence,
    data: { ...data, ...more },
  }
  return {
    ...entryOnce(line, where),
    alert: {
      kind: 'hold_contradicted',
      subject: reference,
      atMs,
      data: { order_id: orderId, ...data },
    },
  }
}
