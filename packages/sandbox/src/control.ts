// @merchant-edge/sandbox/control: the client of the control API, and the types of its answers.

export { createControlClient } from './control-api/create-control-client.ts'
export { ControlRefused } from './control-api/control-refused.ts'
export type { ControlClientOptions } from './control-api/control-requests.ts'
export type { ControlClient, ControlPayment } from './control-api/control-client.ts'
export type { ExchangeControl, FileBytes } from './control-api/exchange-control.ts'
export type { ScriptedSignIn } from './identity/authorization/scripted-sign-in.ts'
export type {
  ClientRegistration,
  NewClientInput,
  SeedClient,
} from './identity/clients/client-registration.ts'
export type { ClientView, CreatedClient } from './identity/clients/clients.ts'
export {
  conformanceModules,
  type ConformanceModule,
  type FaultName,
} from './identity/faults/conformance-modules.ts'
export type { IdentityFault, NewIdentityFault } from './identity/faults/fault-switches.ts'
export type { IdentityKey } from './identity/signing-keys.ts'
export type { LogoutNotification } from './identity/logout/back-channel.ts'
export type { CustomerProfile, CustomerProfileChange } from './identity/customer-profile.ts'
export type { LoginSession } from './identity/login-sessions.ts'
export type { Grant } from './identity/tokens/grants.ts'
export type { CallbackDelivery, CallbackTry } from './callbacks/callback-log.ts'
export type { CallbackSwitches, CallbackSwitchesInput } from './settings/callback-switches.ts'
export type { ClockChange } from './clock/sandbox-clock.ts'
export type { OrderDetail } from './payments/control-routes.ts'
export type { DayCloseInput } from './day-close/control-routes.ts'
export type { ClockView, SandboxState } from './control-api/state-routes.ts'
export type { LinkDetail } from './linked-accounts/control-routes.ts'
export type { SentCode } from './online-transactions/control-routes.ts'
export type { CloseSwitches, CloseSwitchesInput, SpoiledRow } from './day-close/spoil-rows.ts'
export type { Comparison, ComparisonReport } from './day-close/comparison.ts'
export type { ExchangeDay } from './day-close/closed-days.ts'
export type { ExchangeFile } from './day-close/exchange-files.ts'
export type { ExchangePartner, ExchangePartnerChange } from './day-close/exchange-partners.ts'
export type { FilledGiftCodeOrder, GiftCodeOrder } from './gift-codes/gift-code-orders.ts'
export type {
  GiftCode,
  GiftCodeChange,
  NewGiftCodes,
  StockLevel,
} from './gift-codes/gift-code-stock.ts'
export type { LedgerCheck } from './ledger/ledger.ts'
export type { BankTopUp, NewBankTopUp } from './merchant-accounts/bank-top-ups.ts'
export type {
  MerchantAccount,
  MerchantAccountChange,
  NewMerchantAccount,
} from './merchant-accounts/merchant-accounts.ts'
export type { ApiKey, CreatedApiKey, NewApiKey } from './merchants/api-keys.ts'
export type { LinkCallbackDelivery, LinkCallbackTry } from './linked-accounts/link-callbacks.ts'
export type { LinkStage, WalletLink } from './linked-accounts/links.ts'
export type {
  NewStaffInput,
  Staff,
  StaffChange,
  StaffWithPassword,
} from './merchant-staff/staff.ts'
export type { StaffRight } from './merchant-staff/staff-rights.ts'
export type { CreatedMerchant, NewMerchantInput } from './onboarding/create-merchant.ts'
export type { Feature, Merchant } from './merchants/merchant-rights.ts'
export type { Store, Terminal } from './merchants/stores.ts'
export type { LinkedPurchase, PurchaseStatus } from './online-transactions/purchases.ts'
export type { Order, OrderStage, Payment } from './orders/orders.ts'
export type { Fault } from './fault-injection/find-fault.ts'
export type { SiteRefundInput } from './refunds/refund-on-site.ts'
export type { Refund } from './refunds/refunds.ts'
export type { JournalEntry } from './requests/request-journal.ts'
export type { CallbackKeyChange, CallbackKeyView } from './settings/callback-keys.ts'
export type { Rules, RulesInput } from './settings/rules.ts'
export type { TickReport } from './tick.ts'
export type { Transfer } from './transfers/transfers.ts'
export type { NewVoucherInput, VoucherChange } from './vouchers/issue-voucher.ts'
export type { Voucher, VoucherState, VoucherUse } from './vouchers/vouchers.ts'
export type { ReceiptInfo, TopUp, TopUpFailure } from './top-ups/top-ups.ts'
export type { Member } from './members/members.ts'
export type { Wallet, WalletWithPin } from './wallets/wallets.ts'
