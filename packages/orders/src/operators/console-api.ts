import type { OperatorMoneyApi, OperatorViewApi } from './operators-api.ts'

/** What the operator's desk may look at. Nothing here changes anything. */
export interface ConsoleViewApi extends Pick<
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
export interface ConsoleMoneyApi extends Pick<
  OperatorMoneyApi,
  | 'acceptDispute'
  | 'acknowledgeAlert'
  | 'closeAlert'
  | 'forceReconciliation'
  | 'refund'
  | 'releaseDispute'
  | 'replayCallback'
  | 'resendEvent'
  | 'settleLinkedPayment'
  | 'settleRefund'
  | 'settleTransfer'
> {}
