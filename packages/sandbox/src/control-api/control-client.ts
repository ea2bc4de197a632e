import type { CallbackDelivery } from '../callbacks/callback-log.ts'
import type { ResendRequestInput } from '../callbacks/resend-callback.ts'
import type { ClockChange } from '../clock/sandbox-clock.ts'
import type { ExchangeDay } from '../day-close/closed-days.ts'
import type { DayCloseInput } from '../day-close/control-routes.ts'
import type { ExchangeFile } from '../day-close/exchange-files.ts'
import type { ExchangePartner, ExchangePartnerChange } from '../day-close/exchange-partners.ts'
import type { CloseSwitchesInput } from '../day-close/spoil-rows.ts'
import type { Fault } from '../fault-injection/find-fault.ts'
import type { GiftCodeKey } from '../gift-codes/encrypted-codes.ts'
import type { FilledGiftCodeOrder, GiftCodeOrder } from '../gift-codes/gift-code-orders.ts'
import type {
  GiftCodeChange,
  GiftCode,
  NewGiftCodes,
  StockLevel,
} from '../gift-codes/gift-code-stock.ts'
import type { ScriptedSignIn } from '../identity/authorization/scripted-sign-in.ts'
import type { NewClientInput } from '../identity/clients/client-registration.ts'
import type { ClientView, CreatedClient } from '../identity/clients/clients.ts'
import type { CustomerProfile, CustomerProfileChange } from '../identity/customer-profile.ts'
import type { ConformanceModule } from '../identity/faults/conformance-modules.ts'
import type { IdentityFault, NewIdentityFault } from '../identity/faults/fault-switches.ts'
import type { LoginSession } from '../identity/login-sessions.ts'
import type { LogoutNotification } from '../identity/logout/back-channel.ts'
import type { IdentityKey } from '../identity/signing-keys.ts'
import type { Grant } from '../identity/tokens/grants.ts'
import type { LedgerCheck } from '../ledger/ledger.ts'
import type { LinkDetail } from '../linked-accounts/control-routes.ts'
import type { WalletLink } from '../linked-accounts/links.ts'
import type { Member, MemberChange } from '../members/members.ts'
import type { BankTopUp, NewBankTopUp } from '../merchant-accounts/bank-top-ups.ts'
import type {
  MerchantAccount,
  MerchantAccountChange,
  NewMerchantAccount,
} from '../merchant-accounts/merchant-accounts.ts'
import type { ApiKey, CreatedApiKey, NewApiKey } from '../merchants/api-keys.ts'
import type {
  NewStaffInput,
  Staff,
  StaffChange,
  StaffWithPassword,
} from '../merchant-staff/staff.ts'
import type { Merchant, MerchantChange } from '../merchants/merchant-rights.ts'
import type { CreatedMerchant, NewMerchantInput } from '../onboarding/create-merchant.ts'
import type { NewStore, NewTerminal, Store, StoreChangeInput } from '../merchants/stores.ts'
import type { SentCode } from '../online-transactions/control-routes.ts'
import type { LinkedPurchase } from '../online-transactions/purchases.ts'
import type { Order } from '../orders/orders.ts'
import type { OrderDetail } from '../payments/control-routes.ts'
import type { CodeOutcome } from '../payments/one-time-code.ts'
import type { PayOutcome } from '../payments/pay-order.ts'
import type { SiteRefundInput } from '../refunds/refund-on-site.ts'
import type { Refund } from '../refunds/refunds.ts'
import type { JournalEntry, JournalSearch } from '../requests/request-journal.ts'
import type { CallbackSwitches, CallbackSwitchesInput } from '../settings/callback-switches.ts'
import type { CallbackKeyChange, CallbackKeyView } from '../settings/callback-keys.ts'
import type { Rules, RulesInput } from '../settings/rules.ts'
import type { TickReport } from '../tick.ts'
import type { MerchantPoints, TopUp } from '../top-ups/top-ups.ts'
import type { Transfer } from '../transfers/transfers.ts'
import type { VoucherChange, NewVoucherInput } from '../vouchers/issue-voucher.ts'
import type { Voucher } from '../vouchers/vouchers.ts'
import type { WalletChange, WalletWithPin } from '../wallets/wallets.ts'
import type { ClockView, SandboxState } from './state-routes.ts'

/** Bytes of a file of the exchange. */
export type FileBytes = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string

/** The part of the control API that closes days and exchanges files. */
export interface ExchangeControl {
  /**
   * Closes a day, yesterday when left out. A day that is closed already stays as it is, unless `again`
   * is set or it was closed before it was over.
   */
  closeDay(close?: DayCloseInput): Promise<ExchangeDay>
  /** Days with their files and comparisons, newest first; those of EDGE when left out. */
  exchangeDays(merchantCode?: string): Promise<readonly ExchangeDay[]>
  /** Sets the deliberate errors of the next service file, once; null for none. */
  setNextCloseSwitches(
    merchantCode: string,
    switches: CloseSwitchesInput | null,
  ): Promise<ExchangePartner>
  /** Merchants that exchange files; the code of one is its name in the names of files. */
  exchangePartners(): Promise<readonly ExchangePartner[]>
  exchangePartner(merchantCode: string): Promise<ExchangePartner>
  /** Sets the checksum key, the checksum profile, and how the result file is made. */
  changeExchangePartner(
    merchantCode: string,
    change: ExchangePartnerChange,
  ): Promise<ExchangePartner>
  /** Files of a partner's folder, by name. */
  exchangeFiles(merchantCode: string): Promise<readonly ExchangeFile[]>
  /** Opens a file. @param fromByte first byte to deliver; 0 when left out */
  openExchangeFile(
    merchantCode: string,
    name: string,
    fromByte?: number,
  ): Promise<ReadableStream<Uint8Array>>
  /** Puts a file as the partner would; a partner's file of a closed day is compared at once. */
  putExchangeFile(merchantCode: string, name: string, bytes: FileBytes): Promise<ExchangeFile>
  /**
   * Renames a file of the partner in one step. A file of the new name is replaced only when asked for.
   */
  renameExchangeFile(
    merchantCode: string,
    name: string,
    change: { readonly to: string; readonly replace?: boolean },
  ): Promise<ExchangeFile>
  /** Removes a file of the partner. */
  removeExchangeFile(merchantCode: string, name: string): Promise<ExchangeFile>
}

/** The part of the control API that drives the identity server. */
export interface IdentityControl {
  signOnClients(): Promise<readonly ClientView[]>
  /** Registers a client; its secret is in the answer, this once. */
  registerSignOnClient(client: NewClientInput): Promise<CreatedClient>
  removeSignOnClient(clientId: string): Promise<ClientView>
  customerProfile(walletId: string): Promise<CustomerProfile>
  changeCustomerProfile(walletId: string, change: CustomerProfileChange): Promise<CustomerProfile>
  /**
   * Signs a customer in and consents, as a browser would do with the address of an authorization
   * request; `location` is where the browser goes next.
   */
  signInCustomer(signIn: {
    readonly url: string
    /** The first seeded wallet when left out. */
    readonly walletId?: string
    /** Scopes to grant; all that are asked for when left out. */
    readonly scopes?: readonly string[]
  }): Promise<Exclude<ScriptedSignIn, { outcome: 'wallet_not_found' }>>
  signOnSessions(): Promise<readonly LoginSession[]>
  /** Ends a sign-in; clients are notified over the back channel. */
  endSignOnSession(sid: string): Promise<LoginSession>
  /** The journal of logout notifications, newest first. */
  logoutNotifications(): Promise<readonly LogoutNotification[]>
  grants(): Promise<readonly Grant[]>
  /** Ends every code and token of a grant. */
  revokeGrant(grantId: string): Promise<Grant>
  /** Forgets every remembered consent. */
  forgetConsents(): Promise<void>
  signingKeys(): Promise<readonly IdentityKey[]>
  /** Signs with a new key; the old ones stay in the key set unless they are withdrawn. */
  rotateSigningKey(options?: { readonly withdrawOld?: boolean }): Promise<readonly IdentityKey[]>
  /** Every fault switch that there is. */
  conformanceModules(): Promise<readonly ConformanceModule[]>
  identityFaults(): Promise<readonly IdentityFault[]>
  /** Sets a fault switch. */
  addIdentityFault(fault: NewIdentityFault): Promise<readonly IdentityFault[]>
  clearIdentityFaults(): Promise<void>
}

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

/** Client of the control API of a sandbox. Every method throws ControlRefused for an error answer. */
export interface ControlClient extends IdentityControl, ExchangeControl {
  /** Rules, clock, and the key that verifies callbacks. */
  state(): Promise<SandboxState>
  /** Freezes, moves or resets the clock, and does what is due then. */
  moveClock(change: ClockChange): Promise<ClockView>
  /** Replaces the rules; what is left out takes its default. */
  setRules(rules: RulesInput): Promise<Rules>
  /** The keys that sign callbacks, in the order in which they do. */
  callbackKeys(): Promise<readonly CallbackKeyView[]>
  /** Makes a new key that signs callbacks, now or later; callbacks of the old one may arrive until the overlap ends. */
  rotateCallbackKey(change?: CallbackKeyChange): Promise<readonly CallbackKeyView[]>
  /** Does all work that is due. */
  tick(): Promise<TickReport>
  /** Puts everything back to the first data; keys of the start stay. */
  reset(): Promise<SandboxState>
  /** Orders, newest first, at most 50. */
  orders(): Promise<readonly Order[]>
  /** An order with its callbacks and refunds. */
  order(orderId: string): Promise<OrderDetail>
  /** Pays an order; its callback goes out afterwards. */
  pay(orderId: string, payment?: ControlPayment): Promise<Paid>
  /** Lets the payment of an order fail; no callback is sent. */
  fail(orderId: string, reason?: string): Promise<OrderDetail>
  /** Cancels an order as its customer would; no callback is sent. */
  cancel(orderId: string): Promise<OrderDetail>
  /** Sends the customer a one-time code and returns it. */
  sendOtp(orderId: string, walletId?: string): Promise<CodeSent>
  /** Refunds a payment as a person does on the merchant site; the merchant's own systems learn of it from the daily file. */
  refundOnSite(orderId: string, refund: SiteRefundInput): Promise<Refund>
  /** Marks a payment as lost by the wallet core, or gives an order switches of its own. */
  flagOrder(
    orderId: string,
    flags: { absentInCore?: boolean; callbackSwitches?: CallbackSwitchesInput | null },
  ): Promise<OrderDetail>
  /** Pays over a store's fixed QR. */
  payMerchantQr(payment: {
    amountVnd: number
    walletId?: string
    merchantCode?: string
    storeCode?: string
  }): Promise<Paid>
  /** Sends the callback of an order now; returns after it was sent. */
  resendCallback(orderId: string, request?: ResendRequestInput): Promise<OrderDetail>
  /** Deliveries of payment callbacks with their tries, newest first, at most 200. */
  callbacks(): Promise<readonly CallbackDelivery[]>
  /** Sets the switches of all stores that have none of their own. */
  setCallbackSwitches(switches: CallbackSwitchesInput): Promise<CallbackSwitches>
  /** Sets the switches of the next order that is created. */
  setNextOrderSwitches(switches: CallbackSwitchesInput): Promise<CallbackSwitches>
  /** Wallets with balances and PINs. */
  wallets(): Promise<readonly WalletWithPin[]>
  /** Blocks or unblocks a wallet, or sets its tier or balances. */
  changeWallet(walletId: string, change: WalletChange): Promise<WalletWithPin>
  /** Balances of the ledger, and whether they add up. */
  ledger(): Promise<LedgerCheck>
  /** All merchants. */
  merchants(): Promise<readonly Merchant[]>
  /** Creates a merchant as the business team does, with the master account that is sent to the partner. */
  createMerchant(merchant: NewMerchantInput): Promise<CreatedMerchant>
  /** Accounts for the merchant site, by their user names. */
  merchantStaff(): Promise<readonly Staff[]>
  /** Opens a staff account; its password is in the answer, once. */
  createMerchantStaff(staff: NewStaffInput): Promise<StaffWithPassword>
  /** Changes a staff account: `fullName`, `rights`, `status`. */
  changeMerchantStaff(userName: string, change: StaffChange): Promise<Staff>
  /** Gives an account a new password, and logs it out. */
  renewStaffPassword(userName: string): Promise<StaffWithPassword>
  /** Changes the name, the status or the rights of a merchant. */
  changeMerchant(code: string, change: MerchantChange): Promise<Merchant>
  /** API keys, newest first. */
  apiKeys(): Promise<readonly ApiKey[]>
  /** Registers a public key, or generates a pair and returns its private key, this once. */
  createApiKey(key: NewApiKey): Promise<CreatedApiKey>
  /** Revokes an API key for good. */
  revokeApiKey(keyCode: string): Promise<ApiKey>
  /** Stores with their terminals. */
  stores(): Promise<readonly Store[]>
  /** Creates a store of a merchant. */
  createStore(store: NewStore): Promise<Store>
  /** Changes the name, the status or the callback switches of a store. */
  changeStore(code: string, change: StoreChangeInput): Promise<Store>
  /** Creates a terminal of a store, or changes it. */
  saveTerminal(storeCode: string, terminal: Pick<NewTerminal, 'posCode' | 'name'>): Promise<Store>
  /** Refunds, newest first, at most 200. */
  refunds(): Promise<readonly Refund[]>
  /** Moves the second half of a refund now. */
  settleRefund(merchantCode: string, orderReferenceId: string): Promise<Refund>
  /** Merchants' own wallet accounts, from which transfers are paid. */
  merchantAccounts(): Promise<readonly MerchantAccount[]>
  /** Opens a wallet account with a balance of 0. */
  openMerchantAccount(account: NewMerchantAccount): Promise<MerchantAccount>
  /** Sets the state or the balance of a merchant's wallet account. */
  changeMerchantAccount(id: string, change: MerchantAccountChange): Promise<MerchantAccount>
  /** Sends money from the merchant's bank; it arrives after `bankTransferSeconds`. */
  topUpMerchantAccount(id: string, topUp: NewBankTopUp): Promise<BankTopUp>
  /** Bank transfers to merchants' wallet accounts, newest first, at most 200. */
  bankTopUps(): Promise<readonly BankTopUp[]>
  /** Lets the money of a bank top-up arrive now. */
  creditBankTopUp(id: string): Promise<BankTopUp>
  /** Transfers to customers, newest first. */
  transfers(): Promise<readonly Transfer[]>
  /** Vouchers, those with the latest end of validity first, at most 200. */
  vouchers(): Promise<readonly Voucher[]>
  /** Issues a voucher. */
  issueVoucher(voucher: NewVoucherInput): Promise<Voucher>
  /** Changes status, validity, smallest order, holidays or store of a voucher. */
  changeVoucher(serial: string, change: VoucherChange): Promise<Voucher>
  /** Links of wallets and requests for them, newest first. */
  links(): Promise<readonly WalletLink[]>
  /** A link with the deliveries of its callback. */
  link(linkId: string): Promise<LinkDetail>
  /** Confirms a link as a customer would; its callback goes out afterwards. */
  confirmLink(linkId: string, walletId?: string): Promise<WalletLink>
  /** Cancels a request for a link as the customer would; no callback is sent. */
  cancelLink(linkId: string): Promise<WalletLink>
  /** Ends the time in which a link can be confirmed. */
  expireLink(linkId: string): Promise<WalletLink>
  /** Ends a link as a customer would. */
  unlinkWallet(linkId: string): Promise<WalletLink>
  /** Purchases from linked wallets, newest first. */
  linkedPurchases(): Promise<readonly LinkedPurchase[]>
  /** A purchase from a linked wallet by the transaction id of the service. */
  linkedPurchase(transactionId: string): Promise<LinkedPurchase>
  /** The one-time code that the customer has received for a purchase. */
  linkedPurchaseOtp(transactionId: string): Promise<SentCode>
  /** Members of the loyalty programs with their points. */
  members(): Promise<readonly Member[]>
  /** Changes tier, card, account or risk of a member. */
  changeMember(memberCode: string, change: MemberChange): Promise<Member>
  /** Top-ups of points, newest first. */
  topUps(): Promise<readonly TopUp[]>
  /** Sets how many points a merchant has left to give away. */
  setMerchantPoints(merchantCode: string, points: number): Promise<MerchantPoints>
  /** Gift codes by face value. */
  giftCodes(): Promise<readonly StockLevel[]>
  /** Puts new gift codes into stock. */
  addGiftCodes(codes: NewGiftCodes): Promise<readonly StockLevel[]>
  /** Marks a gift code as used, or gives it another last day. */
  changeGiftCode(serial: string, change: GiftCodeChange): Promise<GiftCode>
  /** Orders of gift codes, newest first, at most 200. */
  giftCodeOrders(): Promise<readonly GiftCodeOrder[]>
  /** An order of gift codes with its codes. */
  giftCodeOrder(merchantCode: string, merchantOrderId: string): Promise<FilledGiftCodeOrder>
  /** Encrypts the gift codes of a merchant for its public key; null stops it. */
  setGiftCodeKey(merchantCode: string, publicKeyPem: string | null): Promise<GiftCodeKey>
  /** The request journal, newest first. */
  requests(search?: JournalSearch): Promise<readonly JournalEntry[]>
  /** Injects a fault into the next requests of an endpoint; returns all that wait. */
  addFault(fault: {
    endpoint: string
    provocation: string
    times?: number
  }): Promise<readonly Fault[]>
  /** Removes every fault that waits for requests. */
  clearFaults(): Promise<void>
}
