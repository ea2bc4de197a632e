import type { CallbackRecord } from '../callbacks/callback-record.ts'
import type { LinkView } from '../links/links-api.ts'
import type { OrderView, RefundView, TimelineEntry } from '../orders/orders-api.ts'
import type { StoreFilter } from '../stores/store-filter.ts'
import type { TransferView } from '../transfers/transfers-api.ts'

/** The requested page of a list. */
export interface PageOf {
  /** Cursor of the previous page; valid only for the same filters. */
  readonly cursor?: string
  /** Rows of a page, 1 to 100; 50 when left out. */
  readonly limit?: number
}

/** Filter of a list of orders; fields that are left out do not restrict it. */
export interface OrderFilter extends StoreFilter {
  /** State of the order, as in its field `state`. */
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

/** An order in a list, without its attempts, disputed payments, refunds and timeline. */
export type OrderSummary = Omit<OrderView, 'attempts' | 'disputedPayments' | 'refunds' | 'timeline'>

/** A page of orders, newest first. */
export interface OrderPage {
  /** Orders, newest first. */
  readonly orders: readonly OrderSummary[]
  /**
   * Cursor of the next page; missing on the last one. A page may have fewer orders than requested,
   * or none, and still have a next page, because a statement scans a bounded number of rows.
   */
  readonly cursor?: string
}

/** Number of orders that match a filter, up to the limit of counting. */
export interface OrderCount {
  readonly orders: number
  /** Whether there may be more: counting ends after 10,000 examined orders. */
  readonly isMore: boolean
}

/** Filter of a list of refunds. */
export interface RefundFilter extends StoreFilter {
  /** State of the refund, as in its field `state`. */
  readonly state?: string
  /** Day of Vietnam on which the refund was asked for, `YYYY-MM-DD`. */
  readonly day?: string
}

/** A refund in a list, with the id of its order. */
export interface ListedRefund extends RefundView {
  /** The merchant's own order id. */
  readonly orderId: string
}

/** A page of refunds, newest first. */
export interface RefundPage {
  /** Refunds, newest first. */
  readonly refunds: readonly ListedRefund[]
  /**
   * Cursor of the next page; missing on the last one. A page filtered by store may be short, as
   * with orders.
   */
  readonly cursor?: string
}

/** Filter of a list of transfers. */
export interface TransferFilter {
  /** State of the transfer, as in its field `state`. */
  readonly state?: string
  /** Day of Vietnam on which the transfer was asked for, `YYYY-MM-DD`. */
  readonly day?: string
}

/** A page of transfers, newest first. */
export interface TransferPage {
  /** Transfers, newest first. */
  readonly transfers: readonly TransferView[]
  /** Where the next page begins; missing on the last one. */
  readonly cursor?: string
}

/** Filter of a list of links. */
export interface LinkFilter {
  /** State of the link, as in its field `state`. */
  readonly state?: string
  /** The shop's own id of the customer. */
  readonly customerId?: string
}

/**
 * A page of links, most recently changed first; a link that changes meanwhile moves to the front.
 */
export interface LinkPage {
  /** Links, most recently changed first. */
  readonly links: readonly LinkView[]
  /**
   * Cursor of the next page; missing on the last one. A page filtered by state may be short, as
   * with orders.
   */
  readonly cursor?: string
}

/**
 * State of a stored callback. `orphan`: its order is not known; `waiting`: its confirmation is
 * pending; `dead`: dead letter, a person has to act.
 */
export type CallbackState = 'orphan' | 'waiting' | 'dead'

/** Filter of a list of stored callbacks: by state or by order. */
export interface CallbackFilter {
  /**
   * `orphan`: callbacks whose order is not known, also when no filter is given; `dead`: callbacks
   * that were given up.
   */
  readonly state?: 'orphan' | 'dead'
  /** All callbacks of this order with status SUCCESS, settled or not. */
  readonly orderId?: string
}

/** A stored callback with status SUCCESS. Unsigned fields are not shown. */
export interface StoredCallback {
  /** Position of its journal line, by which it is replayed. */
  readonly seq: number
  /**
   * `orphan`: its order is not known; `waiting`: its confirmation is pending; `dead`: it was given
   * up, and a person has to act; `done`: settled.
   */
  readonly state: CallbackState | 'done'
  /** The order that it belongs to, once known. */
  readonly orderId?: string
  /** When it was stored, in seconds since 1970. */
  readonly at: number
  /** Number of tries to confirm it. */
  readonly tries: number
  /** When the next try is due, in seconds since 1970; missing when none is. */
  readonly nextAt?: number
  /** The signed fields. */
  readonly signed: CallbackRecord['signed']
  /** Our reference in its path, if the token of the path proves it. */
  readonly reference?: string
}

/** A page of stored callbacks, newest first. */
export interface CallbackPage {
  /** Callbacks, newest first. */
  readonly callbacks: readonly StoredCallback[]
  /** Where the next page begins; missing on the last one. */
  readonly cursor?: string
}

/** Orders as a file for a spreadsheet. */
export interface OrderExport {
  /**
   * CSV in UTF-8 with a byte order mark, newest order first. The stream fails when the file would
   * be incomplete.
   */
  readonly body: ReadableStream<Uint8Array>
}

/** Searches of operators. */
export interface SearchApi {
  /**
   * Orders by state, day, amount, reference, transaction, customer and store, in pages, newest
   * first.
   */
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

/** Further searches of operators at the desk. */
export interface DeskSearchApi {
  /** Counts orders by the same filters, up to 10,000. */
  countOrders(filter: OrderFilter): Promise<OrderCount>
  /**
   * The lines of the journal about a transfer, oldest first: each call with its answer, each
   * verdict. Empty when there is no such transfer.
   */
  transferTimeline(id: string): Promise<readonly TimelineEntry[]>
  /** Links of wallets by state and customer, in pages; those of erased customers are left out. */
  listLinks(filter: LinkFilter & PageOf): Promise<LinkPage>
  /**
   * Reads a link by our own id, without asking the service; `null` when there is none, or its
   * customer is erased.
   */
  findLinkById(id: string): Promise<LinkView | null>
}
