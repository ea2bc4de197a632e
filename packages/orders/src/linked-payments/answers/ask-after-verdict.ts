import { and, eq, sql } from 'drizzle-orm'
import { alertOnce } from '../../alerts/alerts.ts'
import { attempts } from '../../database/schema.ts'
import { transact, transactAll } from '../../database/transact.ts'
import { update, type Change, type Transition } from '../../database/transition.ts'
import { entryOnce } from '../../journal/journal.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { backoffMs } from '../../pacing/backoff.ts'
import { isUnprocessed, type PortAnswer } from '../../service/port-answer.ts'
import { callService } from '../../service-calls/call-service.ts'
import { storeCall } from '../../service-calls/store-call.ts'
import { alertNotTaken } from './alert-not-taken.ts'
import { isDeniedByVerdict, isHeldAgainstVerdict, isUnconfirmed } from './by-verdict.ts'
import { heldAgainstVerdict } from './held-against-verdict.ts'
import { leaseCall } from './lease-call.ts'
import { statusOfAnswer } from './status-of-answer.ts'
import { whyUnsettled } from './why-unsettled.ts'
import { maxCalls } from '../../pacing/call-limits.ts'

type Attempt = typeof attempts.$inferSelect
type HoldAnswer = PortAnswer<{ readonly status: string }>

/**
 * What the service says of money about which only a verdict has spoken: it has done what the verdict
 * says, it has done the opposite, or it has not said.
 */
export type VerdictConfirmed = 'done' | 'opposite' | 'pending'

/** The code of a payment that the service does not know. */
const unknownPayment = 4_040_001
/** Number of answers "I know no such payment" after which an alert is raised. */
const deniedAfterCalls = 5
/** Condition: the payment is in a state in which a verdict has settled it. */
const isSettled = sql`${attempts.state} IN ('paid', 'refused', 'released')`

/** Starts the calls anew, because the shop or an answer of the service asks for one. */
export function callsRestarted(
  { reference }: Pick<Attempt, 'reference'>,
  atMs: number,
): Change<typeof attempts> {
  return update(attempts, {
    set: { calls: 0, nextCallAtMs: atMs, leaseUntilMs: atMs },
    where: and(eq(attempts.reference, reference), isSettled),
  })
}

/** The next call about the attempt, or none; not when another call has begun since. */
function nextCall(
  { reference, state, calls }: Attempt,
  times: { readonly nextCallAtMs: number | null; readonly leaseUntilMs: number },
): Transition {
  return {
    decide: update(attempts, {
      set: times,
      where: and(
        eq(attempts.reference, reference),
        eq(attempts.state, state),
        eq(attempts.calls, calls),
      ),
    }),
  }
}

const askedIn = (state: Attempt['state']) => (state === 'paid' ? 'capturing' : 'releasing')

/** Stores an answer that settles the money, and raises an alert when it contradicts the verdict. */
async function applyKnown(
  context: OrdersContext,
  attempt: Attempt,
  status: 'SUCCESS' | 'FAIL',
): Promise<VerdictConfirmed> {
  const { orderId, reference, state } = attempt
  const atMs = context.now()
  const known = entryOnce({
    atMs,
    kind: 'hold.known',
    orderId,
    dedupe: `hold.known:${reference}`,
    evidence: 'answer of the service',
    data: { reference, asked: askedIn(state), says: status },
  })
  const over = nextCall(attempt, { nextCallAtMs: null, leaseUntilMs: atMs })
  await transactAll(context, { transitions: [known, over] })
  if (status === (state === 'paid' ? 'SUCCESS' : 'FAIL')) return 'done'
  await alertOpposite(context, attempt, status)
  return 'opposite'
}

/**
 * Raises the alert that the service says the opposite of the verdict: no money was taken, or it was.
 */
export async function alertOpposite(
  context: OrdersContext,
  attempt: Pick<Attempt, 'orderId' | 'reference'>,
  status: 'SUCCESS' | 'FAIL',
): Promise<void> {
  if (status === 'FAIL') {
    await alertNotTaken(context, attempt, { says: status })
    return
  }
  const { orderId, reference } = attempt
  const taken = alertOnce(
    {
      kind: 'linked_payment_taken',
      subject: reference,
      atMs: context.now(),
      data: { order_id: orderId, reference, says: status },
    },
    isDeniedByVerdict(attempt),
  )
  await transact(context, taken)
}

/** Schedules the next call, or ends the calls with an alert. */
async function applyUnsettled(
  context: OrdersContext,
  attempt: Attempt,
  answer: HoldAnswer,
): Promise<void> {
  const { orderId, reference, state, calls } = attempt
  const atMs = context.now()
  const isLast = calls >= maxCalls && !isUnprocessed(answer)
  const why = whyUnsettled(answer)
  const facts = { order_id: orderId, reference, asked: askedIn(state), why }
  const status = statusOfAnswer(answer)
  const held =
    status === undefined
      ? []
      : [
          heldAgainstVerdict(context, {
            attempt,
            says: status.slice(0, 40),
            where: isUnconfirmed(attempt),
          }),
        ]
  const stillHeld = alertOnce(
    { kind: 'hold_contradicted', subject: reference, atMs, data: facts },
    calls === 1 || isLast ? isHeldAgainstVerdict(attempt) : sql`FALSE`,
  )
  const isGone = answer.outcome === 'refused' && answer.code === unknownPayment
  const unconfirmed = alertOnce(
    { kind: 'hold_unconfirmed', subject: reference, atMs, data: { ...facts, calls } },
    isLast && !isGone ? isUnconfirmed(attempt) : sql`FALSE`,
  )
  const next = nextCall(attempt, {
    nextCallAtMs: isLast ? null : atMs + backoffMs(calls, context.random),
    leaseUntilMs: atMs,
  })
  await transactAll(context, { transitions: [next, ...held, stillHeld, unconfirmed] })
  if (isGone && state === 'paid' && calls === deniedAfterCalls) {
    await alertNotTaken(context, attempt, { says: `${answer.code} ${answer.reason}` })
  }
}

/**
 * Asks the service to capture or release money of which only a verdict says what became of it, when
 * a call is due: captured where the payment counts as paid, released where it does not. confirmOrder
 * names the invoice and may be repeated. The answer is stored; one that contradicts the verdict
 * raises an alert, and so do forty calls without an answer. Assumes G-69.
 */
export async function askAfterVerdict(
  context: OrdersContext,
  reference: string,
): Promise<VerdictConfirmed> {
  const attempt = await leaseCall(context, reference, isSettled)
  if (attempt === undefined) return 'pending'
  const { orderId, state } = attempt
  const subject = { orderId, reference, endpoint: 'confirmOrder' } as const
  const result = state === 'paid' ? 'capture' : 'release'
  const call = await callService(context, subject, () =>
    context.port.settleHold({ reference, result }),
  )
  const status = statusOfAnswer(call.answer)
  const isKnown = status === 'SUCCESS' || status === 'FAIL'
  const [confirmed] = await Promise.all([
    isKnown
      ? applyKnown(context, attempt, status)
      : applyUnsettled(context, attempt, call.answer).then(() => 'pending' as const),
    storeCall(context, call, status),
  ])
  return confirmed
}
