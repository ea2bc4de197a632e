import type { CallbackDelivery } from '../callbacks/callback-log.ts'
import type { CallbackSwitches, CallbackSwitchesInput } from '../callbacks/callback-switches.ts'
import type { ResendRequestInput } from '../callbacks/resend-callback.ts'
import type { ClockChange } from '../clock/sandbox-clock.ts'
import type { LedgerCheck } from '../ledger/check-ledger.ts'
import type { ApiKey, CreatedApiKey, NewApiKey } from '../merchants/api-keys.ts'
import type { Merchant, MerchantChange } from '../merchants/merchant-rights.ts'
import type { NewStore, NewTerminal, Store, StoreChangeInput } from '../merchants/stores.ts'
import type { Order } from '../orders/orders.ts'
import type { CodeOutcome } from '../payments/one-time-code.ts'
import type { PayOutcome } from '../payments/pay-order.ts'
import type { Fault } from '../provocation/faults.ts'
import type { Refund } from '../refunds/refunds.ts'
import type { JournalEntry, JournalSearch } from '../requests/request-journal.ts'
import type { Rules, RulesInput } from '../settings/rules.ts'
import type { TickReport } from '../tick.ts'
import type { WalletChange, WalletWithPin } from '../wallets/wallets.ts'
import type { OrderDetail } from './order-routes.ts'
import type { ClockView, SandboxState } from './state-routes.ts'

/** A payment over the control API. Without a one-time code none is asked for. */
export interface ControlPayment {
  /** The first seeded wallet when left out. */
  readonly walletId?: string
  /** Points to pay with; the rest is wallet money. */
  readonly points?: number
  readonly otp?: string
  readonly discountVnd?: number
  readonly cashbackVnd?: number
  /** Pays although the order has expired. */
  readonly late?: true
}

type Paid = Extract<PayOutcome, { outcome: 'paid' }>
type CodeSent = Extract<CodeOutcome, { outcome: 'sent' }>

/** Drives a sandbox over its control API. Every method throws a ControlRefused when it says no. */
export interface ControlClient {
  /** Rules, clock, and the key that verifies callbacks. */
  state(): Promise<SandboxState>
  /** Freezes, moves or resets the clock, and does what is due then. */
  moveClock(change: ClockChange): Promise<ClockView>
  /** Replaces the rules; what is left out takes its default. */
  setRules(rules: RulesInput): Promise<Rules>
  /** Does all work that is due. */
  tick(): Promise<TickReport>
  /** Puts everything back to the first data; keys of the start stay. */
  reset(): Promise<SandboxState>
  orders(): Promise<readonly Order[]>
  order(orderId: string): Promise<OrderDetail>
  /** Pays an order; its callback goes out afterwards. */
  pay(orderId: string, payment?: ControlPayment): Promise<Paid>
  fail(orderId: string, reason?: string): Promise<OrderDetail>
  cancel(orderId: string): Promise<OrderDetail>
  /** Sends the customer a one-time code and returns it. */
  sendOtp(orderId: string, walletId?: string): Promise<CodeSent>
  /** Marks a payment as lost by the wallet core, or gives an order switches of its own. */
  flagOrder(
    orderId: string,
    flags: { absentInCore?: boolean; callbackSwitches?: CallbackSwitchesInput | null },
  ): Promise<OrderDetail>
  /** Pays over a store's fixed QR. */
  payMerchantQr(payment: {
    amountVnd: number
    walletId?: string
    storeCode?: string
  }): Promise<Paid>
  /** Sends the callback of an order now; returns after it was sent. */
  resendCallback(orderId: string, request?: ResendRequestInput): Promise<OrderDetail>
  callbacks(): Promise<readonly CallbackDelivery[]>
  /** Sets the switches of all stores that have none of their own. */
  setCallbackSwitches(switches: CallbackSwitchesInput): Promise<CallbackSwitches>
  /** Sets the switches of the next order that is created. */
  setNextOrderSwitches(switches: CallbackSwitchesInput): Promise<CallbackSwitches>
  wallets(): Promise<readonly WalletWithPin[]>
  changeWallet(walletId: string, change: WalletChange): Promise<WalletWithPin>
  ledger(): Promise<LedgerCheck>
  changeMerchant(code: string, change: MerchantChange): Promise<Merchant>
  apiKeys(): Promise<readonly ApiKey[]>
  createApiKey(key: NewApiKey): Promise<CreatedApiKey>
  revokeApiKey(keyCode: string): Promise<ApiKey>
  stores(): Promise<readonly Store[]>
  createStore(store: NewStore): Promise<Store>
  changeStore(code: string, change: StoreChangeInput): Promise<Store>
  /** Creates a terminal of a store, or changes it. */
  saveTerminal(storeCode: string, terminal: Pick<NewTerminal, 'posCode' | 'name'>): Promise<Store>
  refunds(): Promise<readonly Refund[]>
  /** Moves the second half of a refund now. */
  settleRefund(merchantCode: string, orderReferenceId: string): Promise<Refund>
  /** The request journal, newest first. */
  requests(search?: JournalSearch): Promise<readonly JournalEntry[]>
  /** Provokes something for the next requests of an endpoint. */
  addFault(fault: {
    endpoint: string
    provocation: string
    times?: number
  }): Promise<readonly Fault[]>
  clearFaults(): Promise<void>
}
