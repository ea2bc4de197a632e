import type {
  AlertClosingDecision,
  AlertFilter,
  AlertOutcome,
  AlertPage,
} from '../alerts/alerts-api.ts'
import type {
  OperatorRefundOutcome,
  ProposalRefusalOutcome,
  ProposalsApi,
} from '../approvals/approvals-api.ts'
import type { ForceOutcome, ReconciliationView } from '../daily-files/daily-files-api.ts'
import type {
  DifferenceVerdictsApi,
  UndecidedDifferencesApi,
} from '../daily-files/differences/difference-verdicts-api.ts'
import type {
  DifferencesAboutApi,
  DifferencesApi,
} from '../daily-files/differences/differences-api.ts'
import type { UndecidedApi } from '../daily-files/undecided-api.ts'
import type {
  EndpointOutcome,
  EndpointView,
  EventDetails,
  EventFilter,
  EventPage,
  ResendOutcome,
  ResendReport,
} from '../events/event-log-api.ts'
import type { JournalStep } from '../journal/journal-api.ts'
import type { LinkedPaymentVerdict } from '../linked-payments/linked-payments-api.ts'
import type { OrderView } from '../orders/orders-api.ts'
import type {
  AcceptVerdict,
  DenialOutcome,
  DenialVerdict,
  DisputeVerdict,
  ReleaseVerdict,
} from '../payments/payments-api.ts'
import type { ErasureOutcome, Person, PersonExport } from '../personal-data/personal-data-api.ts'
import type { NewRefund, RefundVerdict, RefundVerdictOutcome } from '../refunds/refunds-api.ts'
import type { DeskSearchApi, SearchApi } from '../search/search-api.ts'
import type { ServiceCallsApi } from '../service-calls/service-calls-api.ts'
import type { TakingsApi } from '../takings/takings-api.ts'
import type { TransferVerdict, TransferView } from '../transfers/transfers-api.ts'
import type { VerdictOutcome } from '../verdicts/verdicts-api.ts'

/** The operator who acts, and the reason. The journal records both with the action. */
export interface StaffAction {
  /** Why, 1 to 255 characters. */
  readonly reason: string
  /** Who acts, 1 to 64 characters. */
  readonly staffId: string
}

/** A refund requested by an operator; it always has the operator and the reason. */
export interface OperatorRefund extends NewRefund, StaffAction {
  /** Reason, for the service and the timeline, 1 to 255 characters. */
  readonly reason: string
  /** Who refunds, for the service and the timeline, 1 to 64 characters. */
  readonly staffId: string
  /**
   * `version` of the order that the operator has seen: a new refund is made or proposed only while
   * the order still has it. When left out, the order may have changed since.
   */
  readonly seenVersion?: number
}

/** Filter of a list of alerts; an unknown kind is rejected. */
export interface OperatorAlertFilter extends Omit<AlertFilter, 'kind'> {
  readonly kind?: string
}

/** Outcome of replaying a stored callback. */
export type ReplayOutcome =
  | {
      /** `replayed`: the callback was processed again. */
      readonly outcome: 'replayed'
      /**
       * Result of the confirmation: `settled`: finished, with any result; `retry`: not confirmed
       * yet; `orphan`: the order is not known yet; `dead_letter`: given up after the last try.
       * Absent when there is nothing to confirm: the status is not SUCCESS, or what the callback
       * was about has been deleted as old data.
       */
      readonly confirmation?: 'settled' | 'retry' | 'orphan' | 'dead_letter'
      /** The order that the callback belongs to, once known. */
      readonly orderId?: string
    }
  /** The journal has no callback at this position. */
  | { readonly outcome: 'not_found' }

/** Read-only methods for operators. */
export interface OperatorViewApi
  extends
    DifferencesAboutApi,
    Pick<DeskSearchApi, 'findLinkById' | 'listLinks' | 'transferTimeline'>,
    Pick<DifferencesApi, 'listDifferences'>,
    Pick<ProposalsApi, 'findProposal' | 'listProposals'>,
    SearchApi,
    ServiceCallsApi,
    TakingsApi,
    UndecidedApi,
    UndecidedDifferencesApi {
  /** Reads an order with its attempts, refunds and timeline. */
  find(id: string): Promise<OrderView | null>
  /** Reads a transfer by the shop's own id. */
  findTransfer(id: string): Promise<TransferView | null>
  /** Alerts in pages, newest first, each with its meaning and remedy. */
  listAlerts(filter: OperatorAlertFilter): Promise<AlertPage>
  /**
   * Verifies a part of the journal along its hash chain, starting where the previous step ended.
   *
   * @param step `cursor` of the previous step, left out for the first step; `rows` to verify, 1 to
   *   5,000
   */
  verifyJournal(step: { readonly cursor?: string; readonly rows?: number }): Promise<JournalStep>
  /** Events for endpoints in pages, newest first. */
  listEvents(filter: EventFilter): Promise<EventPage>
  /** An event with its body and its newest deliveries; `null` when there is none with this key. */
  findEvent(key: string): Promise<EventDetails | null>
  /** The endpoints with the number of their waiting events. */
  listEndpoints(): Promise<readonly EndpointView[]>
  /** The reconciliation of a day; `null` when the day is not tracked. */
  reconciliation(day: string): Promise<ReconciliationView | null>
  /** The newest days, newest first, at most 100. */
  listReconciliations(): Promise<readonly ReconciliationView[]>
}

/**
 * Actions of an operator with the role `money`. Every action records the operator and the reason.
 */
export interface OperatorMoneyApi extends DifferenceVerdictsApi {
  /**
   * Refunds money, points or both; the refund id is an idempotency key. A refund above the limit of
   * one operator is stored as a proposal for a second person.
   */
  refund(orderId: string, refund: OperatorRefund): Promise<OperatorRefundOutcome>
  /** Refuses a proposed refund; the operator who proposed it withdraws it this way. */
  refuseProposal(id: string, action: StaffAction): Promise<ProposalRefusalOutcome>
  /** Settles a refund whose outcome, or a half of it, is open, by an operator's verdict. */
  settleRefund(
    orderId: string,
    refundId: string,
    verdict: RefundVerdict,
  ): Promise<RefundVerdictOutcome>
  /**
   * Accepts a disputed payment as the payment of its order, also in the place of one that was never
   * made. To reject a disputed payment, refund it.
   */
  acceptDispute(
    orderId: string,
    verdict: AcceptVerdict,
  ): Promise<VerdictOutcome<{ readonly order: OrderView }>>
  /**
   * Releases a disputed payment to the other order that has it too, or, with `neverMade`, ends one
   * that only a person has called paid: it does not pay this order.
   */
  releaseDispute(
    orderId: string,
    verdict: ReleaseVerdict,
  ): Promise<VerdictOutcome<{ readonly order: OrderView }>>
  /** Takes back the release of a disputed payment, which is open again. */
  reopenDispute(
    orderId: string,
    verdict: DisputeVerdict,
  ): Promise<VerdictOutcome<{ readonly order: OrderView }>>
  /**
   * Declares an order unpaid that only a callback reports as paid, or whose payment the service
   * does not know. The service is asked first, and must deny the payment or know no order with its
   * id.
   */
  denyPayment(orderId: string, verdict: DenialVerdict): Promise<DenialOutcome>
  /** Settles an unknown payment with a linked wallet by an operator's verdict. */
  settleLinkedPayment(
    orderId: string,
    verdict: LinkedPaymentVerdict,
  ): Promise<VerdictOutcome<{ readonly order: OrderView }>>
  /** Settles an unknown transfer by an operator's verdict. */
  settleTransfer(
    id: string,
    verdict: TransferVerdict,
  ): Promise<VerdictOutcome<{ readonly transfer: TransferView }>>
  /** Acknowledges an alert: the operator works on it. */
  acknowledgeAlert(id: number, action: StaffAction): Promise<AlertOutcome>
  /**
   * Closes an alert, unless it was raised again since the operator saw it; when it is raised again,
   * it is reopened.
   */
  closeAlert(id: number, decision: AlertClosingDecision): Promise<AlertOutcome>
  /**
   * Resends an event under the same `webhook-id`, signed with the current keys; its failure count
   * restarts at 0.
   */
  resendEvent(key: string, action: StaffAction): Promise<ResendOutcome>
  /** Resends a page of events: the dead ones, unless the filter says otherwise. */
  resendEvents(filter: EventFilter, action: StaffAction): Promise<ResendReport>
  /** Pauses an endpoint: its events wait, in order. */
  pauseEndpoint(id: string, action: StaffAction): Promise<EndpointOutcome>
  /** Resumes a paused endpoint: its waiting events become due. */
  resumeEndpoint(id: string, action: StaffAction): Promise<EndpointOutcome>
  /**
   * Replays a stored callback; effects that already happened are not repeated.
   *
   * @param seq position of the `callback.received` line in the journal
   */
  replayCallback(seq: number, action: StaffAction): Promise<ReplayOutcome>
  /**
   * Exports the stored data of a person, to be handed to that person; phone numbers are complete.
   */
  exportPerson(person: Person): Promise<PersonExport>
  /** Erases a person; amounts, states and the journal stay, but no longer name the person. */
  erasePerson(person: Person, action: StaffAction): Promise<ErasureOutcome>
  /** Forces the stopped comparison of a day, for the files for which it was stopped. */
  forceReconciliation(day: string, action: StaffAction): Promise<ForceOutcome>
}
