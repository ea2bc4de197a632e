import type { ApprovalOutcome, ProposalsApi } from '../approvals/approvals-api.ts'
import type {
  DifferenceVerdictsApi,
  UndecidedDifferencesApi,
} from '../daily-files/differences/difference-verdicts-api.ts'
import type {
  DifferencesAboutApi,
  DifferencesApi,
} from '../daily-files/differences/differences-api.ts'
import type { UndecidedApi } from '../daily-files/undecided-api.ts'
import type { DeskSearchApi } from '../search/search-api.ts'
import type { ServiceCallsApi } from '../service-calls/service-calls-api.ts'
import type { TakingsApi } from '../takings/takings-api.ts'
import type { OperatorMoneyApi, OperatorViewApi, StaffAction } from './operators-api.ts'

/** Read-only methods for the operator's desk. */
export interface ConsoleViewApi
  extends
    DeskSearchApi,
    DifferencesAboutApi,
    DifferencesApi,
    ProposalsApi,
    ServiceCallsApi,
    TakingsApi,
    UndecidedApi,
    UndecidedDifferencesApi,
    Pick<
      OperatorViewApi,
      | 'exportOrders'
      | 'find'
      | 'findEvent'
      | 'findTransfer'
      | 'listAlerts'
      | 'listCallbacks'
      | 'listEndpoints'
      | 'listEvents'
      | 'listOrders'
      | 'listReconciliations'
      | 'listRefunds'
      | 'listTransfers'
      | 'reconciliation'
    > {}

/** An action of an operator who has looked at the order before. */
export interface SeenOrderAction extends StaffAction {
  /** `version` of the order that the operator has seen: nothing is done once it has another one. */
  readonly seenVersion: number
}

/**
 * Actions of an operator with the role `money` at the desk. Every action records the operator and
 * the reason.
 */
export interface ConsoleMoneyApi
  extends
    DifferenceVerdictsApi,
    Pick<
      OperatorMoneyApi,
      | 'acceptDispute'
      | 'acknowledgeAlert'
      | 'closeAlert'
      | 'denyPayment'
      | 'forceReconciliation'
      | 'pauseEndpoint'
      | 'refund'
      | 'refuseProposal'
      | 'releaseDispute'
      | 'reopenDispute'
      | 'replayCallback'
      | 'resendEvent'
      | 'resendEvents'
      | 'resumeEndpoint'
      | 'settleLinkedPayment'
      | 'settleRefund'
      | 'settleTransfer'
    > {
  /** Approves a refund that another operator proposed, and makes it. */
  approveProposal(id: string, action: SeenOrderAction): Promise<ApprovalOutcome>
}
