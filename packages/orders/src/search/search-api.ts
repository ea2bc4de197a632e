import type { CallbackRecord } from '../callbacks/callback-record.ts'
import type { LinkView } from '../links/links-api.ts'
import type { OrderView, RefundView, TimelineEntry } from '../orders/orders-api.ts'
import type { StoreFilter } from '../stores/store-filter.ts'
import type { TransferView } from '../transfers/transfers-api.ts'

/** Which page of a list is asked for. */
export interface PageOf {
  /** Where the page before ended, as that page said; only for the same filters. */
  readonly cursor?: string
  /** Rows of a page, 1 to 100; 50 when left out. */
  readonly limit?: number
}

/** Which orders a list shows; what is left out does not matter. */
export interface OrderFilter extends StoreFilter {
  /** State of the order. */
  readonly state?: string
  /** Day of Vietnam on which the order was opened, `YYYY-MM-DD`. */
  readonly day?: string
  /** Price in whole VND. */
  readonly amountVnd?: number
  /** A reference of ours (a payment attempt, a refund) or the service's own order id. */
  readonly reference?: string
  /** Transaction id of the service. */
  readonly transactionId?: string
  /** The shop's customer whose linked wallet may pay. */
  readonly customerId?: string
}

/** An order in a list, without its attempts, payments in dispute, refunds and timeline. */
export type OrderSummary = Omit<OrderView, 'attempts' | 'disputedPayments' | 'refunds' | 'timeline'>

/** A page of orders, newest first. */
export interface OrderPage {
  readonly orders: readonly OrderSummary[]
  /**
   * Where the next page begins; missing on the last one. A page may hold fewer orders than asked for, or none, and
   * still have a next one: a statement looks at a bounded number of rows.
   */
  readonly cursor?: string
}

/** How many orders a filter matches, as far as they are counted. */
export interface OrderCount {
  readonly orders: number
  /** Whether there may be more: counting ends after 10,000 orders that it has looked at. */
  readonly isMore: boolean
}

/** Which refunds a list shows. */
export interface RefundFilter extends StoreFilter {
  /** State of the refund. */
  readonly state?: string
  /** Day of Vietnam on which the refund was asked for, `YYYY-MM-DD`. */
  readonly day?: string
}

/** A refund in a list. */
export interface ListedRefund extends RefundView {
  readonly orderId: string
}

/** A page of refunds, newest first. */
export interface RefundPage {
  readonly refunds: readonly ListedRefund[]
  /** Where the next page begins; missing on the last one. A page by store may be short, as one of orders. */
  readonly cursor?: string
}

/** Which transfers a list shows. */
export interface TransferFilter {
  /** State of the transfer. */
  readonly state?: string
  /** Day of Vietnam on which the transfer was asked for, `YYYY-MM-DD`. */
  readonly day?: string
}

/** A page of transfers, newest first. */
export interface TransferPage {
  readonly transfers: readonly TransferView[]
  /** Where the next page begins; missing on the last one. */
  readonly cursor?: string
}

/** Which links a list shows. */
export interface LinkFilter {
  /** State of the link. */
  readonly state?: string
  /** The shop's own id of the customer. */
  readonly customerId?: string
}

/** A page of links, the newest change first; a link that changes meanwhile moves to the front. */
export interface LinkPage {
  readonly links: readonly LinkView[]
  /** Where the next page begins; missing on the last one. A page by state may be short, as one of orders. */
  readonly cursor?: string
}

/** What a stored callback waits for. `orphan`: its order; `waiting`: its confirmation; `dead`: a person. */
export type CallbackState = 'orphan' | 'waiting' | 'dead'

/** Which stored callbacks a list shows: those of a state, or those of an order. */
export interface CallbackFilter {
  /** `orphan` when neither is given. */
  readonly state?: 'orphan' | 'dead'
  /** Every callback of this order that says SUCCESS, done with or not. */
  readonly orderId?: string
}

/** A stored callback that says SUCCESS. Fields that are not signed are not shown. */
export interface StoredCallback {
  /** Place of its line in the journal, by which it is replayed. */
  readonly seq: number
  readonly state: CallbackState | 'done'
  /** The order that it belongs to, once known. */
  readonly orderId?: string
  /** When it was put on disk, in seconds since 1970. */
  readonly at: number
  /** How often its confirmation was tried. */
  readonly tries: number
  /** When it is looked at again, in seconds since 1970; missing when it is not. */
  readonly nextAt?: number
  /** What the service has signed. */
  readonly signed: CallbackRecord['signed']
  /** Our reference in its path, where the path's token proves it. */
  readonly reference?: string
}

/** A page of stored callbacks, newest first. */
export interface CallbackPage {
  readonly callbacks: readonly StoredCallback[]
  /** Where the next page begins; missing on the last one. */
  readonly cursor?: string
}

/** Orders as a file for a spreadsheet. */
export interface OrderExport {
  /** CSV in UTF-8 with a byte order mark, newest order first. It breaks off when it is not whole. */
  readonly body: ReadableStream<Uint8Array>
}

/** What an operator may search for. */
export interface SearchApi {
  /** Orders by state, day, amount, reference, transaction, customer and store, in pages, newest first. */
  listOrders(filter: OrderFilter & PageOf): Promise<OrderPage>
  /** The same orders as one CSV file. */
  exportOrders(filter: OrderFilter): Promise<OrderExport>
  /** Refunds by state, day and store, in pages, newest first. */
  listRefunds(filter: RefundFilter & PageOf): Promise<RefundPage>
  /** Transfers by state and day, in pages, newest first. */
  listTransfers(filter: TransferFilter & PageOf): Promise<TransferPage>
  /** Callbacks without an order, dead ones, or those of an order, in pages, newest first. */
  listCallbacks(filter: CallbackFilter & PageOf): Promise<CallbackPage>
}

/** What an operator may search for besides, at the desk. */
export interface DeskSearchApi {
  /** How many orders there are by the same filters, up to 10,000. */
  countOrders(filter: OrderFilter): Promise<OrderCount>
  /**
   * The lines of the journal about a transfer, oldest first: each call with its answer, each verdict. Empty when there is
   * no such transfer.
   */
  transferTimeline(id: string): Promise<readonly TimelineEntry[]>
  /** Links of wallets by state and customer, in pages; those of erased customers are left out. */
  listLinks(filter: LinkFilter & PageOf): Promise<LinkPage>
  /** Reads a link by our own id, without asking the service; `null` when there is none, or its customer is erased. */
  findLinkById(id: string): Promise<LinkView | null>
}
