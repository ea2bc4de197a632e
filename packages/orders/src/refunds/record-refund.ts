import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { EvidenceSource } from '../database/journal-entry.ts'
import { openDatabase } from '../database/open-database.ts'
import { disputedPayments, refunds, type JournalData } from '../database/schema.ts'
import { refundsIn } from '../database/states-in-sql.ts'
import { transactAll } from '../database/transact.ts'
import { update, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { disputeEnded } from '../payments/disputes/dispute-ended.ts'
import { arrivalOf, isPayment } from '../payments/disputes/disputed-payment.ts'
import type { RefundState } from '../states/refund-state.ts'
import { refundInFacts, readRefund, type Refund } from './find-refund.ts'
import { fitsPayment } from './record-refund-elsewhere.ts'
import { changesOfSums } from './returned-sums.ts'

/** How long after the last change or reminder the next reminder of an open refund is raised. */
export const remindAfterMs = 24 * 60 * 60_000

/** Which halves of a refund are meant. @see Specification 2.6 */
export interface Halves {
  readonly money: boolean
  readonly points: boolean
}

/** What became of an outcome that was to be recorded. */
export type Recording =
  | 'recorded'
  /** The outcome is already recorded. */
  | 'known'
  /** The opposite outcome is recorded; nothing was changed. */
  | 'contradicted'
  /** The further condition of the outcome does not hold; nothing was changed. */
  | 'overtaken'

/** The source of an outcome, and its evidence. */
export interface Proof {
  readonly evidence: EvidenceSource
  readonly data: JournalData
}

/** Condition: the refund has not changed since it was read. */
export function isUnchanged(
  { id, transactionId, settledVnd, settledPoints }: Refund,
  before: RefundState,
): SQL | undefined {
  return and(
    eq(refunds.id, id),
    sql`${refunds.transactionId} IS ${transactionId}`,
    sql`${refunds.state} IN ${refundsIn.beforeOutcome(before)}`,
    eq(refunds.settledVnd, settledVnd),
    eq(refunds.settledPoints, settledPoints),
  )
}

/**
 * Condition: the refund, or its other half, counts as not returned only because of an operator's
 * verdict, and it has not changed since it was read. The SQL form of `isDeniedByPerson`.
 */
function isStillDenied({
  id,
  transactionId,
  state,
  settledVnd,
  settledPoints,
}: Refund): SQL | undefined {
  return and(
    eq(refunds.id, id),
    sql`${refunds.transactionId} IS ${transactionId}`,
    eq(refunds.state, state),
    eq(refunds.settledVnd, settledVnd),
    eq(refunds.settledPoints, settledPoints),
    sql`(${refunds.state} = 'part_settled' AND ${refunds.owedRefused} OR ${refundsIn.deniedByPerson})`,
  )
}

type DisputedPayment = typeof disputedPayments.$inferSelect

/** The disputed payment that a refund returns, if it is one. */
export async function disputedPaymentOf(
  context: Pick<OrdersContext, 'database'>,
  { orderId, transactionId }: Pick<Refund, 'orderId' | 'transactionId'>,
): Promise<DisputedPayment | undefined> {
  if (transactionId === null) return undefined
  const [payment] = await openDatabase(context)
    .select()
    .from(disputedPayments)
    .where(isPayment({ orderId, transactionId }))
  return payment
}

/** The amounts of a refund that are known to be refunded, without presumed ones. */
function knownRefunded({ state, settledVnd, settledPoints }: Refund) {
  return state === 'presumed_refunded'
    ? { vnd: 0, points: 0 }
    : { vnd: settledVnd, points: settledPoints }
}

/** How halves of a refund were refunded, and the disputed payment that it returns, if any. */
interface Returning extends Proof {
  readonly atMs: number
  readonly payment: DisputedPayment | undefined
  /** Whether an operator's verdict had settled the halves as not returned. */
  readonly isCorrection: boolean
  /** A further condition on the refund. */
  readonly where?: SQL | undefined
}

/** What changes of a refund when halves of it are refunded. */
interface NewReturn {
  readonly state: 'refunded' | 'part_settled'
  readonly settledVnd: number
  readonly settledPoints: number
  /** What is newly known to be refunded. */
  readonly vnd: number
  readonly points: number
  /**
   * Suffix for keys. The part that is settled first uses the plain refund id as key, because the
   * event of a refund is announced under this id.
   */
  readonly half: '' | ':money' | ':points'
}

/** What changes when these halves are refunded; `undefined` when they already were. */
function newReturn(refund: Refund, halves: Halves): NewReturn | undefined {
  const known = knownRefunded(refund)
  const settledVnd = halves.money ? refund.vnd : known.vnd
  const settledPoints = halves.points ? refund.points : known.points
  const [vnd, points] = [settledVnd - known.vnd, settledPoints - known.points]
  const isWhole = settledVnd === refund.vnd && settledPoints === refund.points
  const isLater = refund.state === 'part_settled'
  if (isLater && !isWhole) return undefined
  const half = isLater ? (vnd > 0 ? ':money' : ':points') : ''
  const state = isWhole ? 'refunded' : 'part_settled'
  return { state, settledVnd, settledPoints, vnd, points, half }
}

function owedFacts({ vnd, points }: Refund, { settledVnd, settledPoints }: NewReturn) {
  return { owed_vnd: vnd - settledVnd, owed_points: points - settledPoints }
}

/**
 * What the shop is told of it. It is not told that the service has accepted a refund without making
 * it yet, unless it was told before that the refund is presumed to be made.
 */
function eventOf(
  { state, presumedAtMs, settledVnd, settledPoints }: Refund,
  { vnd, points }: NewReturn,
  data: JournalData,
) {
  if (vnd + points > 0) {
    const type = presumedAtMs === null ? 'order.refunded' : 'order.refund_confirmed'
    return { type, data } as const
  }
  if (state !== 'presumed_refunded') return undefined
  const less = { ...data, vnd: settledVnd, points: settledPoints }
  return { type: 'order.refund_withdrawn', data: less } as const
}

/**
 * The values of a refund that was returned contrary to a verdict; a half that was not returned
 * stays refused.
 */
function correctedValues(state: NewReturn['state'], transactionId: string | null) {
  return {
    transactionId,
    owedRefused: state === 'part_settled',
    refusalCode: null,
    refusalReason: null,
    refusalRemedy: null,
  }
}

/**
 * The transitions of a refund when these halves are refunded; `undefined` when they already were.
 * Halves that a verdict had settled as not returned are reserved anew, if the payment has as much
 * left.
 */
export function returned(
  refund: Refund,
  halves: Halves,
  { isCorrection, where, ...proof }: Returning,
): readonly [returned: Transition, ...behind: Transition[]] | undefined {
  const { id, orderId } = refund
  const { atMs, evidence } = proof
  // Once a disputed payment is accepted, the sums of the order count it.
  const payment = proof.payment?.state === 'accepted' ? undefined : proof.payment
  const transactionId = payment?.transactionId ?? null
  const change = newReturn(refund, halves)
  if (change === undefined) return undefined
  const { state, settledVnd, settledPoints, vnd, points, half } = change
  const isOwing = state === 'part_settled' && !isCorrection
  const facts = refundInFacts({ id, transactionId })
  const data = {
    ...facts,
    vnd,
    points,
    state,
    ...(isOwing && owedFacts(refund, change)),
    ...(isCorrection && { corrected: true }),
    ...proof.data,
  }
  // A refund that the service has accepted but not made yet has no row in the partner file.
  const isAnythingRefunded = vnd + points > 0
  const line = `refund.${isAnythingRefunded ? 'settled' : 'accepted'}:${id}${half}`
  const event = eventOf(refund, change, data)
  // If the halves were presumed to be refunded, the dispute ended then.
  const isMore = settledVnd > refund.settledVnd || settledPoints > refund.settledPoints
  const transition: Transition = {
    decide: update(refunds, {
      set: {
        state,
        settledVnd,
        settledPoints,
        nextCallAtMs: null,
        callingUntilMs: null,
        remindAtMs: isOwing ? atMs + remindAfterMs : null,
        updatedAtMs: atMs,
        ...(isCorrection && correctedValues(state, transactionId)),
      },
      where: isCorrection
        ? and(isStillDenied(refund), fitsPayment({ orderId, transactionId, vnd, points }), where)
        : and(isUnchanged(refund, state), eq(refunds.owedRefused, false), where),
    }),
    require: changesOfSums(
      { orderId, transactionId },
      { vnd: settledVnd - refund.settledVnd, points: settledPoints - refund.settledPoints },
      ...(isCorrection ? [{ vnd: -vnd, points: -points }] : []),
    ),
    journal: {
      atMs,
      kind: isAnythingRefunded ? 'refund.settled' : 'refund.accepted',
      orderId,
      dedupe: line,
      evidence,
      data,
    },
    // A refunded payment must have arrived first, so the partner file needs rows for both.
    ...(payment !== undefined &&
      !payment.hasRow && { optional: arrivalOf(payment, { atMs, evidence }) }),
    ...(event !== undefined && { event: { atMs, orderId, once: `${id}${half}`, ...event } }),
  }
  const ended = { orderId, atMs, line, once: `returned:${id}${half}`, data }
  return payment === undefined || !isMore ? [transition] : [transition, disputeEnded(ended)]
}

/** Maximum lost races with other workers before giving up; after each the refund is read again. */
const maxRaces = 4

/**
 * Records that a refund, or a half of it, was made: the refund, the sums and the state of the
 * order, the journal line and the event. This confirms or corrects a presumed refund. A disputed
 * order stays disputed.
 *
 * @param outcome.where a further condition on the refund, without which nothing is stored
 * @returns `contradicted` when the refund, or its owed half, is recorded as refused
 */
export async function recordReturned(
  context: OrdersContext,
  refund: Refund,
  { halves, ...outcome }: Proof & { readonly halves: Halves; readonly where?: SQL | undefined },
): Promise<Recording> {
  let now: Refund | undefined = refund
  for (let race = 0; race < maxRaces && now !== undefined; race += 1) {
    if (now.state === 'refused' || now.owedRefused) return 'contradicted'
    const payment = await disputedPaymentOf(context, now)
    const how = { ...outcome, payment, atMs: context.now(), isCorrection: false }
    const transitions = returned(now, halves, how)
    if (transitions === undefined || now.state === 'refunded') return 'known'
    const done = await transactAll(context, { transitions })
    if (done.happened(transitions[0])) return 'recorded'
    if (outcome.where !== undefined) return 'overtaken'
    now = await readRefund(context, refund.id)
  }
  throw new Error(`The refund ${refund.id} kept changing while its outcome was written down.`)
}
