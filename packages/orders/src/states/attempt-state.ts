import { checkArguments } from '@merchant-edge/signing/options'
import { statesOf } from './order-state.ts'

/** How the customer pays an attempt at the service. */
export type PaymentMethod = 'web-payment' | 'transaction-qr' | 'app-to-app'

/** How an attempt is paid: by the customer at the service, or from a linked wallet. */
export type AttemptMethod = PaymentMethod | 'linked-wallet'

/** The states of a payment attempt: {@link attemptStates}. */
export type AttemptState =
  | 'creating'
  | 'created'
  | 'create_unknown'
  | 'refused'
  | 'expired'
  | 'paid'
  | 'paying'
  | 'awaiting_otp'
  | 'confirming'
  | 'payment_unknown'
  | 'held'
  | 'capturing'
  | 'releasing'
  | 'released'

/**
 * Why held money is released: the shop requested it, it was held too long, the capture failed, the
 * order was paid in another way, or the outcome of the payment was unknown.
 */
export type ReleaseReason =
  | 'asked'
  | 'overdue'
  | 'capture_failed'
  | 'superfluous'
  | 'unknown_outcome'

/** One-time codes that a customer may type for one payment. Assumes G-67. */
export const maxOtpTries = 3

/** What a state of an attempt allows. */
export interface AttemptStateRule {
  readonly next: readonly AttemptState[]
  /** Whether the customer may still pay it, so its order must not expire. */
  readonly live: boolean
  /**
   * Whether no answer to a creation is pending. A payment with a linked wallet creates nothing that
   * the customer pays later and has its own timeouts, so it is always true there.
   */
  readonly answered: boolean
  /**
   * Whether money of a linked wallet may have moved, may be moving or is held, so that no other way
   * to pay is offered.
   */
  readonly mayHaveMoved: boolean
  /** Whether an operator may settle its outcome. */
  readonly settleable: boolean
}

/** Rules of the states in which no money of a linked wallet can have moved. */
const still = { live: false, answered: true, mayHaveMoved: false, settleable: false }
/** Rules of the states in which money of a linked wallet may have moved. */
const moving = { live: true, answered: true, mayHaveMoved: true, settleable: false }

/**
 * Every state of an attempt and its possible next states. A payment may be found in any of them,
 * because the service may have created a payment that it refused or never answered.
 *
 * The states from `paying` on belong to linked wallets. `paying` and `confirming` are stored before
 * their call is made and mean that the answer is not known yet; without an answer they become
 * `payment_unknown`. A missing answer changes that state no further: only the answer to a repeated
 * confirmation of the same transaction, the answer of confirmOrder, or a person does. Money that is
 * held after a verdict has settled the payment as not paid leads from `refused` to `releasing`.
 *
 * Nothing follows `paid` unless only a person has said it: a payment that is ended as never made
 * (`releaseDispute`) becomes `refused`, and one under a transaction that the service names for
 * another payment of the order becomes `payment_unknown`.
 */
export const attemptStates: Readonly<Record<AttemptState, AttemptStateRule>> = {
  creating: {
    ...still,
    next: ['created', 'create_unknown', 'refused', 'expired', 'paid'],
    live: true,
    answered: false,
  },
  created: { ...still, next: ['expired', 'paid'], live: true },
  create_unknown: { ...still, next: ['created', 'expired', 'paid'], live: true, answered: false },
  refused: { ...still, next: ['releasing', 'paid'] },
  expired: { ...still, next: ['paid'] },
  paid: { ...still, next: [] },
  paying: {
    ...moving,
    next: ['awaiting_otp', 'payment_unknown', 'refused', 'held', 'capturing', 'releasing', 'paid'],
  },
  awaiting_otp: { ...still, next: ['confirming', 'expired', 'refused', 'paid'], live: true },
  confirming: {
    ...moving,
    next: ['awaiting_otp', 'payment_unknown', 'refused', 'held', 'capturing', 'releasing', 'paid'],
  },
  payment_unknown: {
    ...moving,
    next: ['confirming', 'refused', 'held', 'capturing', 'releasing', 'released', 'paid'],
    settleable: true,
  },
  held: { ...moving, next: ['capturing', 'releasing', 'released', 'paid'] },
  capturing: { ...moving, next: ['releasing', 'released', 'paid'], settleable: true },
  releasing: { ...moving, next: ['released', 'paid'], settleable: true },
  released: { ...still, next: ['paid'] },
}

/** All states of an attempt, in the order of the table. */
export const allAttemptStates: readonly AttemptState[] = statesOf(attemptStates)

/**
 * Whether an operator may settle a payment as paid although it counts as not paid. Only a payment
 * with a linked wallet needs this: any other payment is found by a query or a callback.
 */
export function mayBeCorrected(attempt: {
  readonly state: AttemptState
  readonly method: AttemptMethod
}): boolean {
  checkArguments('mayBeCorrected', { attempt })
  const { state, method } = attempt
  return method === 'linked-wallet' && (state === 'refused' || state === 'released')
}
