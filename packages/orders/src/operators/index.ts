export type {
  OperatorAlertFilter,
  OperatorMoneyApi,
  OperatorRefund,
  OperatorViewApi,
  ReplayOutcome,
  StaffAction,
} from './operators-api.ts'
export { alertsForOperator } from './alerts-for-operator.ts'
export { replayByOperator } from './replay-by-operator.ts'
