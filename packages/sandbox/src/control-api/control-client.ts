import type { CallbackDelivery } from '../callbacks/callback-log.ts'
import type { ResendRequestInput } from '../callbacks/resend-callback.ts'
import type { ClockChange } from '../clock/sandbox-clock.ts'
import type { Fault } from '../fault-injection/find-fault.ts'
import type { GiftCodeKey } from '../gift-codes/encrypted-codes.ts'
import type { FilledGiftCodeOrder, GiftCodeOrder } from '../gift-codes/gift-code-orders.ts'
import type {
  GiftCodeChange,
  GiftCode,
  NewGiftCodes,
  StockLevel,
} from '../gift-codes/gift-code-stock.ts'
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
import type { ExchangeControl } from './exchange-control.ts'
import type { IdentityControl } from './identity-control.ts'

/** A payment over the control API. Without `otp` no one-time code is required. */
export interface ControlPayment {
  /** The first seeded wallet when left out. */
  readonly walletId?: string
  /** Points to pay with; the rest is wallet money. */
  readonly points?: number
  /** One-time code that was sent for this order. */
  readonly otp?: string
  /** Promotion that the operator pays, in VND. */
  readonly discountVnd?: number
  /** Money that the operator gives back to the customer, in VND. */
  readonly cashbackVnd?: number
  /** Pays although the order has expired. */
  readonly late?: true
}

type Paid = Extract<PayOutcome, { outcome: 'paid' }>
type CodeSent = Extract<CodeOutcome, { outcome: 'sent' }>

/**
 * Client of the control API of a sandbox. Every method throws ControlRefused for an error answer.
 */
export interface ControlClient extends IdentityControl, ExchangeControl {
  /** Rules, clock, and the key that verifies callbacks. */
  state(): Promise<SandboxState>
  /** Freezes, moves or resets the clock, then does all work that is due. */
  moveClock(change: ClockChange): Promise<ClockView>
  /** Replaces the rules; rules that are left out take their defaults. */
  setRules(rules: RulesInput): Promise<Rules>
  /** The keys that sign callbacks, in the order in which they come into use. */
  callbackKeys(): Promise<readonly CallbackKeyView[]>
  /**
   * Creates a new key that signs callbacks, from now or from a later time. Callbacks signed with
   * the old key may arrive until the overlap ends.
   */
  rotateCallbackKey(change?: CallbackKeyChange): Promise<readonly CallbackKeyView[]>
  /** Does all work that is due. */
  tick(): Promise<TickReport>
  /** Resets everything to the first data; the keys given at start-up stay. */
  reset(): Promise<SandboxState>
  /** Orders, newest first, at most 50. */
  orders(): Promise<readonly Order[]>
  /** An order with its callbacks and refunds. */
  order(orderId: string): Promise<OrderDetail>
  /** Pays an order; its callback goes out afterwards. */
  pay(orderId: string, payment?: ControlPayment): Promise<Paid>
  /** Makes the payment of an order fail; no callback is sent. */
  fail(orderId: string, reason?: string): Promise<OrderDetail>
  /** Cancels an order as its customer would; no callback is sent. */
  cancel(orderId: string): Promise<OrderDetail>
  /** Sends the customer a one-time code and returns it. */
  sendOtp(orderId: string, walletId?: string): Promise<CodeSent>
  /**
   * Refunds a payment as a person does on the merchant site. The merchant's own systems learn of
   * the refund from the daily file only.
   */
  refundOnSite(orderId: string, refund: SiteRefundInput): Promise<Refund>
  /** Marks a payment as lost by the wallet core, or sets callback switches of an order. */
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
  /** Sends the callback of an order now, and returns after it was sent. */
  resendCallback(orderId: string, request?: ResendRequestInput): Promise<OrderDetail>
  /** Deliveries of payment callbacks with their tries, newest first, at most 200. */
  callbacks(): Promise<readonly CallbackDelivery[]>
  /** Sets the callback switches of all stores that have none of their own. */
  setCallbackSwitches(switches: CallbackSwitchesInput): Promise<CallbackSwitches>
  /** Sets the callback switches of the next order that is created. */
  setNextOrderSwitches(switches: CallbackSwitchesInput): Promise<CallbackSwitches>
  /** Wallets with balances and PINs. */
  wallets(): Promise<readonly WalletWithPin[]>
  /** Blocks or unblocks a wallet, or sets its tier or balances. */
  changeWallet(walletId: string, change: WalletChange): Promise<WalletWithPin>
  /** Balances of the ledger, and whether the ledger balances. */
  ledger(): Promise<LedgerCheck>
  /** All merchants. */
  merchants(): Promise<readonly Merchant[]>
  /** Creates a merchant with its master account, as the business team of the service does. */
  createMerchant(merchant: NewMerchantInput): Promise<CreatedMerchant>
  /** Accounts for the merchant site, by their user names. */
  merchantStaff(): Promise<readonly Staff[]>
  /** Creates a staff account; only this answer has its password. */
  createMerchantStaff(staff: NewStaffInput): Promise<StaffWithPassword>
  /** Changes a staff account: `fullName`, `rights`, `status`. */
  changeMerchantStaff(userName: string, change: StaffChange): Promise<Staff>
  /** Sets a new generated password for an account, and logs it out. */
  renewStaffPassword(userName: string): Promise<StaffWithPassword>
  /** Changes the name, the status or the rights of a merchant. */
  changeMerchant(code: string, change: MerchantChange): Promise<Merchant>
  /** API keys, newest first. */
  apiKeys(): Promise<readonly ApiKey[]>
  /** Registers a public key, or generates a key pair; only this answer has the private key. */
  createApiKey(key: NewApiKey): Promise<CreatedApiKey>
  /** Revokes an API key permanently. */
  revokeApiKey(keyCode: string): Promise<ApiKey>
  /** Stores with their terminals. */
  stores(): Promise<readonly Store[]>
  /** Creates a store of a merchant. */
  createStore(store: NewStore): Promise<Store>
  /** Changes the name, the status or the callback switches of a store. */
  changeStore(code: string, change: StoreChangeInput): Promise<Store>
  /** Creates or changes a terminal of a store. */
  saveTerminal(storeCode: string, terminal: Pick<NewTerminal, 'posCode' | 'name'>): Promise<Store>
  /** Refunds, newest first, at most 200. */
  refunds(): Promise<readonly Refund[]>
  /** Settles the second half of a refund now. */
  settleRefund(merchantCode: string, orderReferenceId: string): Promise<Refund>
  /** Merchants' own wallet accounts, from which transfers are paid. */
  merchantAccounts(): Promise<readonly MerchantAccount[]>
  /** Opens a wallet account with a balance of 0. */
  openMerchantAccount(account: NewMerchantAccount): Promise<MerchantAccount>
  /** Sets the state or the balance of a merchant's wallet account. */
  changeMerchantAccount(id: string, change: MerchantAccountChange): Promise<MerchantAccount>
  /**
   * Starts a bank transfer to a merchant's wallet account; the money arrives after
   * `bankTransferSeconds`.
   */
  topUpMerchantAccount(id: string, topUp: NewBankTopUp): Promise<BankTopUp>
  /** Bank transfers to merchants' wallet accounts, newest first, at most 200. */
  bankTopUps(): Promise<readonly BankTopUp[]>
  /** Credits a bank top-up now. */
  creditBankTopUp(id: string): Promise<BankTopUp>
  /** Transfers to customers, newest first. */
  transfers(): Promise<readonly Transfer[]>
  /** Vouchers, latest end of validity first, at most 200. */
  vouchers(): Promise<readonly Voucher[]>
  /** Issues a voucher; its serial is generated when none is given. */
  issueVoucher(voucher: NewVoucherInput): Promise<Voucher>
  /** Changes status, validity, minimum order, holiday rule or store of a voucher. */
  changeVoucher(serial: string, change: VoucherChange): Promise<Voucher>
  /** Wallet links and requests for links, newest first. */
  links(): Promise<readonly WalletLink[]>
  /** A link with the deliveries of its callback. */
  link(linkId: string): Promise<LinkDetail>
  /** Confirms a link as a customer would; its callback goes out afterwards. */
  confirmLink(linkId: string, walletId?: string): Promise<WalletLink>
  /** Cancels a request for a link as the customer would; no callback is sent. */
  cancelLink(linkId: string): Promise<WalletLink>
  /** Makes a request for a link expire. */
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
  /** Sets the number of points that a merchant can still give away. */
  setMerchantPoints(merchantCode: string, points: number): Promise<MerchantPoints>
  /** Gift codes by face value. */
  giftCodes(): Promise<readonly StockLevel[]>
  /** Puts new gift codes into stock. */
  addGiftCodes(codes: NewGiftCodes): Promise<readonly StockLevel[]>
  /** Marks a gift code as used, or changes its expiry date. */
  changeGiftCode(serial: string, change: GiftCodeChange): Promise<GiftCode>
  /** Orders of gift codes, newest first, at most 200. */
  giftCodeOrders(): Promise<readonly GiftCodeOrder[]>
  /**
   * An order of gift codes with its codes, which are readable here even if the merchant gets them
   * encrypted.
   */
  giftCodeOrder(merchantCode: string, merchantOrderId: string): Promise<FilledGiftCodeOrder>
  /** Turns on the encryption of a merchant's gift codes with its public key; null turns it off. */
  setGiftCodeKey(merchantCode: string, publicKeyPem: string | null): Promise<GiftCodeKey>
  /** The request journal, newest first. */
  requests(search?: JournalSearch): Promise<readonly JournalEntry[]>
  /** Injects a fault into the next requests of an endpoint; returns all waiting faults. */
  addFault(fault: { endpoint: string; fault: string; times?: number }): Promise<readonly Fault[]>
  /** Removes all waiting faults. */
  clearFaults(): Promise<void>
}
