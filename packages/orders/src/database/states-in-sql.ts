import { sql, type SQL } from 'drizzle-orm'
import { allAttemptStates, attemptStates, type AttemptState } from '../states/attempt-state.ts'
import { allLinkStates, linkStates, type LinkState } from '../states/link-state.ts'
import {
  allOrderStates,
  orderStates,
  orderStatesBefore,
  stateList,
  type OrderState,
} from '../states/order-state.ts'
import {
  allRefundStates,
  notReturned,
  refundStates,
  type RefundState,
} from '../states/refund-state.ts'
import { allTransferStates, transferStates, type TransferState } from '../states/transfer-state.ts'

/** States of orders in SQL, each derived from {@link orderStates}. */
export const ordersIn = {
  /** The states from which an order may go to `state`. */
  before: (state: OrderState): SQL => sql.raw(stateList(orderStatesBefore(state))),
  /** The states in which the customer may start to pay. */
  payable: sql.raw(stateList(allOrderStates.filter((state) => orderStates[state].payable))),
  /** The states in which confirmed money may be refunded. */
  refundable: sql.raw(stateList(allOrderStates.filter((state) => orderStates[state].refundable))),
  /** The states in which no operation except refunds is pending. */
  atRest: sql.raw(stateList(allOrderStates.filter((state) => orderStates[state].atRest))),
  /** The states that express how much was refunded. */
  showingRefunds: sql.raw(
    stateList(allOrderStates.filter((state) => orderStates[state].showsRefunds)),
  ),
}

/** States of attempts in SQL, each derived from {@link attemptStates}. */
export const attemptsIn = {
  /** The states from which an attempt may go to `state`. */
  before: (state: AttemptState): SQL =>
    sql.raw(stateList(allAttemptStates.filter((from) => attemptStates[from].next.includes(state)))),
  /** The states in which the customer may still be about to pay. */
  live: sql.raw(stateList(allAttemptStates.filter((state) => attemptStates[state].live))),
  /** The states in which the creation has no trustworthy answer. */
  unanswered: sql.raw(
    stateList(allAttemptStates.filter((state) => !attemptStates[state].answered)),
  ),
  /** The states in which money of a linked wallet may have moved or is held. */
  mayHaveMoved: sql.raw(
    stateList(allAttemptStates.filter((state) => attemptStates[state].mayHaveMoved)),
  ),
}

/** States of refunds in SQL, each derived from {@link refundStates}. */
export const refundsIn = {
  /**
   * The states from which an outcome changes a refund to `state`; only a person changes a refused
   * one.
   */
  beforeOutcome: (state: RefundState): SQL =>
    sql.raw(
      stateList(
        allRefundStates.filter(
          (from) => from !== 'refused' && refundStates[from].next.includes(state),
        ),
      ),
    ),
  /** The states in which the service may still have to be called. */
  unsettled: sql.raw(stateList(allRefundStates.filter((state) => refundStates[state].unsettled))),
  /**
   * Condition: only the verdict of an operator says that the whole refund was not returned. The
   * money may nevertheless have been returned.
   */
  deniedByPerson: sql`(state = 'refused' AND refusal_code = 0
    AND refusal_reason = ${sql.raw(`'${notReturned}'`)})`,
}

/** States of links in SQL, each derived from {@link linkStates}. */
export const linksIn = {
  /** The states from which a link may go to `state`. */
  before: (state: LinkState) =>
    sql.raw(stateList(allLinkStates.filter((from) => linkStates[from].next.includes(state)))),
  /** A customer has at most one link in these states. */
  active: sql.raw(stateList(allLinkStates.filter((state) => linkStates[state].active))),
}

/** States of transfers in SQL, each derived from {@link transferStates}. */
export const transfersIn = {
  /**
   * The states from which the outcome of a call changes a transfer to `state`; only a request or a
   * person changes a refused one.
   */
  beforeOutcome: (state: TransferState) =>
    sql.raw(
      stateList(
        allTransferStates.filter(
          (from) => from !== 'refused' && transferStates[from].next.includes(state),
        ),
      ),
    ),
  /** The states in which it is not known yet whether money has moved. */
  open: sql.raw(stateList(['requested', 'unknown'] satisfies TransferState[])),
}
