import { isNull, sql, type SQL } from 'drizzle-orm'
import { readValues } from '../../database/read-values.ts'
import { attempts } from '../../database/schema.ts'
import { transactAll } from '../../database/transact.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { recordOtherTransaction } from '../../payments/contradicted-payment.ts'
import { alertOpposite, askAfterVerdict, callsRestarted } from './ask-after-verdict.ts'
import {
  attemptIs,
  isDeniedByVerdict,
  isPaidByVerdict,
  type AttemptByVerdict,
} from './by-verdict.ts'
import { heldAgainstVerdict } from './held-against-verdict.ts'

/**
 * Stores that the money is held, and asks the service to capture or release it as the verdict says.
 */
async function settleContradiction(
  context: OrdersContext,
  about: { readonly attempt: AttemptByVerdict; readonly says: string; readonly where?: SQL },
): Promise<boolean> {
  const { attempt, says, where = sql`TRUE` } = about
  const atMs = context.now()
  const heldWhere = (isByVerdict: SQL) => ({
    ...heldAgainstVerdict(context, { attempt, says, where: sql`${isByVerdict} AND ${where}` }),
    optional: { decide: callsRestarted(attempt, atMs) },
  })
  const paid = heldWhere(isPaidByVerdict(attempt))
  const denied = heldWhere(isDeniedByVerdict(attempt))
  const done = await transactAll(context, { transitions: [paid, denied] })
  const isPaid = done.happened(paid)
  if (isPaid || done.happened(denied)) await askAfterVerdict(context, attempt.reference)
  return isPaid
}

/**
 * Applies an answer to a payment or its confirmation which says that the money is held, after a
 * verdict has settled the payment as paid, or the money as released: the money is captured or
 * released as the verdict says, and an alert stays open until it is. An answer that repeats what is
 * known of the hold changes nothing.
 */
export async function applyHeldAgainstVerdict(
  context: OrdersContext,
  attempt: AttemptByVerdict,
  held: { readonly transactionId: string; readonly walletNumber: string | null },
): Promise<void> {
  const { transactionId } = held
  const where = attemptIs(attempt, isNull(attempts.heldAtMs))
  if (!(await settleContradiction(context, { attempt, says: 'HOLDING', where }))) return
  const [isOther] = await readValues(context, [
    attemptIs(attempt, sql`${attempts.transactionId} <> ${transactionId}`),
  ])
  if (!isOther) return
  await recordOtherTransaction(context, attempt, { evidence: 'answer of the service', ...held })
}

/**
 * Applies an answer to confirmOrder that says something else than was asked for, after a verdict
 * has settled the payment as paid, or the money as released.
 *
 * @param status the status that the answer names
 */
export async function applyAgainstVerdict(
  context: OrdersContext,
  attempt: AttemptByVerdict,
  status: string,
): Promise<void> {
  if (status === 'SUCCESS' || status === 'FAIL') await alertOpposite(context, attempt, status)
  else await settleContradiction(context, { attempt, says: status.slice(0, 40) })
}
