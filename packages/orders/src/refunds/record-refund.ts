import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { AlertKind } from '../alerts/alert-kinds.ts'
import type { EvidenceSource } from '../database/journal-entry.ts'
import { openDatabase } from '../database/open-database.ts'
import { disputedPayments, refunds, type JournalData } from '../database/schema.ts'
import { refundsIn } from '../database/states-in-sql.ts'
import { transact, transactAll } from '../database/transact.ts'
import { update, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { disputeEnded } from '../payments/dispute-ended.ts'
import { arrivalOf, isPayment } from '../payments/disputed-payment.ts'
import type { RefundState } from '../states/refund-state.ts'
import { paymentInFacts, readRefund, type Refund } from './find-refund.ts'
import { changesOfSums } from './returned-sums.ts'

/** How long after its last change, or the last reminder, a person is reminded of an open refund. */
export const remindAfterMs = 24 * 60 * 60_000

/** Which halves of a refund are meant. @see Specification 2.6 */
export interface Halves {
  readonly money: boolean
  readonly points: boolean
}

/** What became of an attempt to write down an outcome. */
export type Recording =
  | 'recorded'
  /** It stands there already. */
  | 'known'
  /** The opposite stands there: nothing was changed. */
  | 'contradicted'

/** How something is known, and what proves it. */
export interface Proof {
  readonly evidence: EvidenceSource
  readonly data: JournalData
}

/** A refund that nobody has moved on since it was read. */
export function isStill(
  { id, settledVnd, settledPoints }: Refund,
  before: RefundState,
): SQL | undefined {
  return and(
    eq(refunds.id, id),
    sql`${refunds.state} IN ${refundsIn.before(before)}`,
    eq(refunds.settledVnd, settledVnd),
    eq(refunds.settledPoints, settledPoints),
  )
}

type DisputedPayment = typeof disputedPayments.$inferSelect

/** The disputed payment that a refund returns, if it is one. */
async function disputedPaymentOf(
  context: OrdersContext,
  { orderId, transactionId }: Refund,
): Promise<DisputedPayment | undefined> {
  if (transactionId === null) return undefined
  const [payment] = await openDatabase(context)
    .select()
    .from(disputedPayments)
    .where(isPayment({ orderId, transactionId }))
  return payment
}

/** What of a refund is known to be back, leaving out what is presumed. */
function knownToBeBack({ state, settledVnd, settledPoints }: Refund) {
  return state === 'presumed_refunded'
    ? { vnd: 0, points: 0 }
    : { vnd: settledVnd, points: settledPoints }
}

/** The steps to a refund of which these halves are back; `undefined` when they were before. */
function returned(
  refund: Refund,
  halves: Halves,
  { payment, ...proof }: Proof & { atMs: number; payment: DisputedPayment | undefined },
): readonly [returned: Transition, ...behind: Transition[]] | undefined {
  const { id, orderId, presumedAtMs } = refund
  const { atMs, evidence } = proof
  const known = knownToBeBack(refund)
  const settledVnd = halves.money ? refund.vnd : known.vnd
  const settledPoints = halves.points ? refund.points : known.points
  const [vnd, points] = [settledVnd - known.vnd, settledPoints - known.points]
  const isWhole = settledVnd === refund.vnd && settledPoints === refund.points
  if (refund.state === 'part_settled' && !isWhole) return undefined
  const state = isWhole ? 'refunded' : 'part_settled'
  // What is settled first bears the bare id: whoever announces the event of a refund goes by it.
  const half = refund.state !== 'part_settled' ? '' : vnd > 0 ? ':money' : ':points'
  const data = {
    refund_id: id,
    ...paymentInFacts(refund),
    vnd,
    points,
    state,
    ...(!isWhole && {
      owed_vnd: refund.vnd - settledVnd,
      owed_points: refund.points - settledPoints,
    }),
    ...proof.data,
  }
  // What the service has accepted while nothing is back yet makes no row in the partner file.
  const isAnythingBack = vnd + points > 0
  const line = `refund.${isAnythingBack ? 'settled' : 'accepted'}:${id}${half}`
  // What was presumed to be back before ended the dispute then.
  const isMore = settledVnd > refund.settledVnd || settledPoints > refund.settledPoints
  const transition: Transition = {
    decide: update(refunds, {
      set: {
        state,
        settledVnd,
        settledPoints,
        nextCallAtMs: null,
        callingUntilMs: null,
        remindAtMs: isWhole ? null : atMs + remindAfterMs,
        updatedAtMs: atMs,
      },
      where: and(isStill(refund, state), eq(refunds.owedRefused, false)),
    }),
    require: changesOfSums(refund, {
      vnd: settledVnd - refund.settledVnd,
      points: settledPoints - refund.settledPoints,
    }),
    journal: {
      atMs,
      kind: isAnythingBack ? 'refund.settled' : 'refund.accepted',
      orderId,
      dedupe: line,
      evidence,
      data,
    },
    // A payment that came back was here: the partner file tells of both.
    ...(payment !== undefined &&
      !payment.hasRow && { optional: arrivalOf(payment, { atMs, evidence }) }),
    ...(isAnythingBack && {
      event: {
        atMs,
        orderId,
        type: presumedAtMs === null ? 'order.refunded' : 'order.refund_confirmed',
        once: `${id}${half}`,
        data,
      },
    }),
  }
  const ended = { orderId, atMs, line, once: `returned:${id}${half}`, data }
  return payment === undefined || !isMore ? [transition] : [transition, disputeEnded(ended)]
}

/** Lost races after which an outcome is read once more; each means that another worker has moved it on. */
const racesMax = 4

/**
 * Writes down that a refund, or a half of it, is back: the refund, the sums and the state of the order, the
 * journal line and the event. What was presumed before is confirmed by it, or corrected. A disputed order
 * stays disputed.
 *
 * @returns `contradicted` when it stands there as refused, wholly or for the half that was owed
 */
export async function recordReturned(
  context: OrdersContext,
  refund: Refund,
  { halves, ...proof }: Proof & { readonly halves: Halves },
): Promise<Recording> {
  const payment = await disputedPaymentOf(context, refund)
  let now: Refund | undefined = refund
  for (let race = 0; race < racesMax && now !== undefined; race += 1) {
    if (now.state === 'refused' || now.owedRefused) return 'contradicted'
    const transitions = returned(now, halves, { ...proof, payment, atMs: context.now() })
    if (transitions === undefined || now.state === 'refunded') return 'known'
    const done = await transactAll(context, { transitions })
    if (done.happened(transitions[0])) return 'recorded'
    now = await readRefund(context, refund.id)
  }
  throw new Error(`The refund ${refund.id} kept changing while its outcome was written down.`)
}

/**
 * Marks a refund as unknown and keeps its reservation: the call may have taken effect.
 *
 * @param unknown.isUnclear whether anything but silence came back
 * @returns whether it was written down; not when a newer call is under way
 */
export async function recordUnknown(
  context: OrdersContext,
  refund: Refund,
  unknown: {
    readonly data: JournalData
    readonly isUnclear: boolean
    readonly nextCallAtMs: number | null
    readonly alert?: AlertKind
  },
): Promise<boolean> {
  const atMs = context.now()
  const { id, orderId, vnd, points, calls } = refund
  const { nextCallAtMs, alert, isUnclear } = unknown
  const data = { refund_id: id, ...paymentInFacts(refund), vnd, points, calls, ...unknown.data }
  return transact(context, {
    decide: update(refunds, {
      set: {
        state: 'refund_unknown',
        nextCallAtMs,
        callingUntilMs: null,
        updatedAtMs: atMs,
        remindAtMs: sql`coalesce(${refunds.remindAtMs}, ${atMs + remindAfterMs})`,
        ...(isUnclear && { answeredUnclear: true }),
      },
      where: and(
        eq(refunds.id, id),
        sql`${refunds.state} IN ${refundsIn.unsettled}`,
        eq(refunds.calls, calls),
      ),
    }),
    journal: {
      atMs,
      kind: 'refund.unknown',
      orderId,
      dedupe: `refund.unknown:${id}:${calls}`,
      evidence: isUnclear ? 'answer of the service' : 'no answer of the service',
      data,
    },
    ...(alert !== undefined && {
      alert: { kind: alert, subject: id, atMs, data: { order_id: orderId, ...data } },
    }),
  })
}
