import type { AlertFilter, AlertOutcome, AlertPage } from '../alerts/alerts-api.ts'
import type { OperatorRefundOutcome } from '../approvals/approvals-api.ts'
import type { RecordOutcome } from '../callbacks/callback-record.ts'
import type { ForceOutcome, ReconciliationView } from '../daily-files/daily-files-api.ts'
import type { DifferencesAboutApi } from '../daily-files/differences-api.ts'
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
import type { DenialOutcome, DenialVerdict, DisputeVerdict } from '../payments/payments-api.ts'
import type { ErasureOutcome, Person, PersonExport } from '../personal-data/personal-data-api.ts'
import type { NewRefund, RefundVerdict, RefundVerdictOutcome } from '../refunds/refunds-api.ts'
import type { SearchApi } from '../search/search-api.ts'
import type { ServiceCallsApi } from '../service-calls/service-calls-api.ts'
import type { TransferVerdict, TransferView } from '../transfers/transfers-api.ts'
import type { VerdictOutcome } from '../verdicts/verdicts-api.ts'

/** Who acts, and why. Both stand in the journal beside what was done. */
export interface StaffAction {
  /** Why, 1 to 255 characters. */
  readonly reason: string
  /** Who acts, 1 to 64 characters. */
  readonly staffId: string
}

/** A refund that an operator asks for; it always says who and why. */
export interface OperatorRefund extends NewRefund, StaffAction {
  readonly reason: string
  readonly staffId: string
}

/** Which alerts a list shows; a kind that nothing raises is refused. */
export interface OperatorAlertFilter extends Omit<AlertFilter, 'kind'> {
  readonly kind?: string
}

/** What running a stored callback again came to. */
export type ReplayOutcome =
  | {
      readonly outcome: 'replayed'
      /** `duplicate`, for the callback is in the journal already. */
      readonly recorded: RecordOutcome
      /**
       * What the confirmation came to: `settled`, `retry`, `orphan` or `dead_letter`; absent for a callback that does
       * not say SUCCESS.
       */
      readonly confirmation?: 'settled' | 'retry' | 'orphan' | 'dead_letter'
      /** The order that the callback belongs to, once known. */
      readonly orderId?: string
    }
  /** No callback stands at this place of the journal. */
  | { readonly outcome: 'not_found' }

/** What an operator may look at. Nothing here changes anything. */
export interface OperatorViewApi extends DifferencesAboutApi, SearchApi, ServiceCallsApi {
  /** Reads an order with its attempts, refunds and timeline. */
  find(id: string): Promise<OrderView | null>
  /** Reads a transfer by the shop's own id. */
  findTransfer(id: string): Promise<TransferView | null>
  /** Alerts in pages, newest first, each with what it means and what to do. */
  listAlerts(filter: OperatorAlertFilter): Promise<AlertPage>
  /**
   * Verifies a part of the journal along its hash chain, from where the step before has ended.
   *
   * @param step `cursor` of the step before, left out for the first; `rows` to walk, 1 to 5,000
   */
  verifyJournal(step: { readonly cursor?: string; readonly rows?: number }): Promise<JournalStep>
  /** Events for endpoints in pages, newest first. */
  listEvents(filter: EventFilter): Promise<EventPage>
  /** An event with its body and its newest deliveries; `null` when there is none with this key. */
  findEvent(key: string): Promise<EventDetails | null>
  /** The endpoints, and what waits for each. */
  listEndpoints(): Promise<readonly EndpointView[]>
  /** The reconciliation of a day; `null` when the day is not followed. */
  reconciliation(day: string): Promise<ReconciliationView | null>
  /** The newest days, newest first, at most 100. */
  listReconciliations(): Promise<readonly ReconciliationView[]>
}

/** What an operator may do who may move money. Every action names who did it, and why. */
export interface OperatorMoneyApi {
  /**
   * Returns money, points or both; the same refund id returns nothing twice. What is above the limit of one operator
   * is kept as a proposal for a second person.
   */
  refund(orderId: string, refund: OperatorRefund): Promise<OperatorRefundOutcome>
  /** Settles a refund whose outcome, or a half of it, is open, by a person's word. */
  settleRefund(
    orderId: string,
    refundId: string,
    verdict: RefundVerdict,
  ): Promise<RefundVerdictOutcome>
  /** Lets a disputed payment count as the payment of its order; one that is not wanted is returned by a refund. */
  acceptDispute(
    orderId: string,
    verdict: DisputeVerdict,
  ): Promise<VerdictOutcome<{ readonly order: OrderView }>>
  /** Says that a disputed payment is that of another order, which has it too: this one is not paid by it. */
  releaseDispute(
    orderId: string,
    verdict: DisputeVerdict,
  ): Promise<VerdictOutcome<{ readonly order: OrderView }>>
  /**
   * Says that an order which a callback alone calls paid, or whose payment the service does not know, is not paid. The
   * service is asked first, and must deny the payment or know no order with its id.
   */
  denyPayment(orderId: string, verdict: DenialVerdict): Promise<DenialOutcome>
  /** Settles an unknown payment with a linked wallet by a person's word. */
  settleLinkedPayment(
    orderId: string,
    verdict: LinkedPaymentVerdict,
  ): Promise<VerdictOutcome<{ readonly order: OrderView }>>
  /** Settles an unknown transfer by a person's word. */
  settleTransfer(
    id: string,
    verdict: TransferVerdict,
  ): Promise<VerdictOutcome<{ readonly transfer: TransferView }>>
  /** Says that somebody works on an alert. */
  acknowledgeAlert(id: number, action: StaffAction): Promise<AlertOutcome>
  /** Says that an alert is done with; raised again, it opens again. */
  closeAlert(id: number, action: StaffAction): Promise<AlertOutcome>
  /** Sends an event again, under the same `webhook-id`, with the present keys; it counts no failure. */
  resendEvent(key: string, action: StaffAction): Promise<ResendOutcome>
  /** Sends a page of events again: the dead ones, unless the filter says otherwise. */
  resendEvents(filter: EventFilter, action: StaffAction): Promise<ResendReport>
  /** Pauses an endpoint: its events wait, in order. */
  pauseEndpoint(id: string, action: StaffAction): Promise<EndpointOutcome>
  /** Resumes a paused endpoint: what has waited for it is due. */
  resumeEndpoint(id: string, action: StaffAction): Promise<EndpointOutcome>
  /**
   * Runs a stored callback again; what has taken effect once does not take effect again.
   *
   * @param seq place of the `callback.received` line in the journal
   */
  replayCallback(seq: number, action: StaffAction): Promise<ReplayOutcome>
  /** Reads what is kept of a person, to be handed to that person; phones stand in full. */
  exportPerson(person: Person): Promise<PersonExport>
  /** Erases a person; amounts, states and the journal stay, and name nobody. */
  erasePerson(person: Person, action: StaffAction): Promise<ErasureOutcome>
  /** Has the stopped comparison of a day made with force, for the files that it was stopped over. */
  forceReconciliation(day: string, action: StaffAction): Promise<ForceOutcome>
}
