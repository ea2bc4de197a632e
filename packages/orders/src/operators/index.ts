export type { ConsoleMoneyApi, ConsoleViewApi, SeenOrderAction } from './console-api.ts'
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
export { erasePerson } from '../personal-data/erase-person.ts'
export { exportPerson } from '../personal-data/export-person.ts'
export { approveProposal, refuseProposal } from '../approvals/decide-proposal.ts'
export { findProposal, listProposals } from '../approvals/read-proposal.ts'
export { needsApproval, refundByOperator } from '../approvals/refund-by-operator.ts'
export type {
  CodeRedemption,
  DeskSignInsApi,
  SignInApproval,
  SignInOperator,
  SignInsApi,
  SignInsToEnd,
  SignInView,
} from '../sign-ins/sign-ins-api.ts'
export { approveSignIn } from '../sign-ins/approve-sign-in.ts'
export { redeemCode } from '../sign-ins/redeem-code.ts'
export { endSignIns, signOut } from '../sign-ins/end-sign-ins.ts'
export { findSignIn, listSignIns } from '../sign-ins/read-sign-in.ts'
