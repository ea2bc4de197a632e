import type {
  ApprovalOutcome,
  ProposalRefusalOutcome,
  ProposalsApi,
} from '../approvals/approvals-api.ts'
import type {
  DifferenceVerdictsApi,
  UndecidedDifferencesApi,
} from '../daily-files/difference-verdicts-api.ts'
import type { DifferencesAboutApi, DifferencesApi } from '../daily-files/differences-api.ts'
import type { UndecidedApi } from '../daily-files/undecided-api.ts'
import type { DeskSearchApi } from '../search/search-api.ts'
import type { ServiceCallsApi } from '../service-calls/service-calls-api.ts'
import type { TakingsApi } from '../takings/takings-api.ts'
import type { OperatorMoneyApi, OperatorViewApi, StaffAction } from './operators-api.ts'

/** What the operator's desk may look at. Nothing here changes anything. */
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

/** What an operator with the role `money` may do at the desk. Every action names who did it, and why. */
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
      | 'releaseDispute'
      | 'replayCallback'
      | 'resendEvent'
      | 'resendEvents'
      | 'resumeEndpoint'
      | 'settleLinkedPayment'
      | 'settleRefund'
      | 'settleTransfer'
    > {
  /** Approves a refund that somebody else has proposed, and makes it. */
  approveProposal(id: string, action: StaffAction): Promise<ApprovalOutcome>
  /** Refuses a proposed refund; who proposed it takes it back so. */
  refuseProposal(id: string, action: StaffAction): Promise<ProposalRefusalOutcome>
}
