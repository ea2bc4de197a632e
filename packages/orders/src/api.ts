export type { CallbacksApi, OrdersApi, PublicPagesApi } from './orders-api.ts'
export type { LoyaltyApi, LoyaltyIdConflict, LoyaltyOutcome } from './loyalty-api.ts'
export type {
  AttemptView,
  DisputedPaymentView,
  NewOrder,
  OpenOutcome,
  OrderView,
  RefundView,
  TimelineEntry,
} from './orders/orders-api.ts'
export type {
  CalledAbout,
  CalledEndpoint,
  CallOutcome,
  ServiceCallsApi,
  ServiceCallView,
} from './service-calls/service-calls-api.ts'
export type { StoreFilter } from './stores/store-filter.ts'
export type { AllowedStore, Stores, StoreAndTerminal } from './stores/stores.ts'
export type {
  AcceptVerdict,
  DenialOutcome,
  DenialVerdict,
  DisputeReason,
  DisputeVerdict,
  PaymentOutcome,
  PaymentSource,
  RefreshOccasion,
  ReleaseVerdict,
} from './payments/payments-api.ts'
export type {
  NewRefund,
  RefundOutcome,
  RefundVerdict,
  RefundVerdictOutcome,
} from './refunds/refunds-api.ts'
export type {
  LinkCallback,
  LinkCallbacksApi,
  LinkOutcome,
  LinksApi,
  LinkView,
  UnlinkOutcome,
} from './links/links-api.ts'
export type {
  HoldConflict,
  HoldOutcome,
  LinkedPaymentOutcome,
  LinkedPaymentsApi,
  LinkedPaymentVerdict,
} from './linked-payments/linked-payments-api.ts'
export type {
  MetTransferLimit,
  NewTransfer,
  TransferLimits,
  TransferOutcome,
  TransfersApi,
  TransferVerdict,
  TransferView,
} from './transfers/transfers-api.ts'
export type {
  ApprovalOutcome,
  OperatorRefundOutcome,
  ProposalFilter,
  ProposalRefusalOutcome,
  ProposalsApi,
  ProposalState,
  RefundProposal,
} from './approvals/approvals-api.ts'
export type { ConsoleMoneyApi, ConsoleViewApi } from './operators/console-api.ts'
export type {
  OperatorAlertFilter,
  OperatorMoneyApi,
  OperatorRefund,
  OperatorViewApi,
  ReplayOutcome,
  StaffAction,
} from './operators/operators-api.ts'
export type {
  CallbackFilter,
  CallbackPage,
  DeskSearchApi,
  LinkFilter,
  LinkPage,
  ListedRefund,
  OrderCount,
  OrderExport,
  OrderFilter,
  OrderPage,
  OrderSummary,
  PageOf,
  RefundFilter,
  RefundPage,
  StoredCallback,
  TransferFilter,
  TransferPage,
} from './search/search-api.ts'
export type {
  BrokenRow,
  JournalKind,
  JournalStep,
  JournalVerdict,
  TimelineKind,
} from './journal/journal-api.ts'
export type { VerdictOutcome } from './verdicts/verdicts-api.ts'
export type { ReconcileErrorCode } from '@merchant-edge/reconcile'
export type {
  DailyFilesApi,
  DoubtAboutRefund,
  ForceOutcome,
  PartnerFileOutcome,
  ReconciliationView,
  RunTotals,
  ServiceResult,
} from './daily-files/daily-files-api.ts'
export type {
  ClearedDifference,
  DayDifference,
  DifferenceVerdict,
  DifferencesAboutApi,
  DifferenceSubject,
  DifferenceVerdictKind,
  DifferencesApi,
  DifferencesFilter,
  DifferencesOutcome,
  OurTransaction,
  PlacedDifference,
  VerdictsOfDifference,
} from './daily-files/differences/differences-api.ts'
export type {
  DifferenceVerdictOutcome,
  DifferenceVerdictsApi,
  NewDifferenceVerdict,
  UndecidedDay,
  UndecidedDifferences,
  UndecidedDifferencesApi,
} from './daily-files/differences/difference-verdicts-api.ts'
export type {
  Undecided,
  UndecidedApi,
  UndecidedFilter,
  UndecidedQueue,
} from './daily-files/undecided-api.ts'
export type {
  Takings,
  TakingsApi,
  TakingsOfMethod,
  TakingsOfStore,
  TakingsOfTime,
  TakingsRange,
  TakingsSums,
} from './takings/takings-api.ts'
export type { CallbackRecord, RecordOutcome } from './callbacks/callback-record.ts'
export type { AlertKind } from './alerts/alert-kinds.ts'
export type {
  Alert,
  AlertAction,
  AlertClosingDecision,
  AlertDecision,
  AlertFilter,
  AlertOutcome,
  AlertPage,
  AlertState,
  HealthView,
} from './alerts/alerts-api.ts'
export type { AlertEventType, OrderEventType, TransferEventType } from './events/events-api.ts'
export type {
  DeliveryView,
  EndpointOutcome,
  EndpointView,
  EventDeliveryState,
  EventDetails,
  EventFilter,
  EventPage,
  EventView,
  ResendOutcome,
  ResendReport,
  WebhookDecision,
} from './events/event-log-api.ts'
export type {
  ErasedRows,
  ErasureOutcome,
  Person,
  PersonExport,
  RefundToPerson,
  Retention,
  TransferToPerson,
} from './personal-data/personal-data-api.ts'
export type { SweepReport } from './upkeep/upkeep-api.ts'
export type {
  AttemptMethod,
  AttemptState,
  PaymentMethod,
  ReleaseReason,
} from './states/attempt-state.ts'
export type { LinkState } from './states/link-state.ts'
export type { OrderState } from './states/order-state.ts'
export type { RefundOrigin, RefundState } from './states/refund-state.ts'
export type { TransferState } from './states/transfer-state.ts'
