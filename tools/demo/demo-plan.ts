import type { AttemptMethod } from '@merchant-edge/orders/api'

/** The days, the size and the seed of a plan. */
export interface DemoScope {
  /** The same seed makes the same plan, counted back from the same moment. */
  readonly seed: number
  /** Days until now, today included: 3 to 31. */
  readonly days: number
  /** Orders of an ordinary working day. */
  readonly ordersPerDay: number
  /** The moment at which the plan ends, in milliseconds since 1970. */
  readonly nowMs: number
}

/** An order that is to be, and what becomes of it. */
export interface DemoOrder {
  readonly id: string
  /** When it is opened and paid, in milliseconds since 1970. */
  readonly atMs: number
  readonly storeCode: string
  readonly posCode: string
  /** Whole VND. */
  readonly amountVnd: number
  readonly description: string
  readonly method: AttemptMethod
  /** The customer's wallet at the service. */
  readonly walletId: string
  /** `lost` is paid and its callback never comes; `failed` and `left` are not paid. */
  readonly fate: 'paid' | 'lost' | 'failed' | 'left'
  /** The shop refuses what it is told about the order, until the events are dead. */
  readonly isRefusedByShop: boolean
}

/** A refund that is to be. */
export interface DemoRefund {
  readonly id: string
  readonly orderId: string
  /** Whole VND. */
  readonly vnd: number
  readonly reason: string
  readonly staffId: string
  /**
   * `unknown` is answered by a page of a proxy and never made, `settled` is so too until a person says that nothing was
   * returned; `site` is made on the merchant site; `waiting` is above the limit of one operator.
   */
  readonly fate: 'refunded' | 'unknown' | 'settled' | 'site' | 'waiting'
}

/** A transfer to a customer that is to be. */
export interface DemoTransfer {
  readonly id: string
  /** Whole VND. */
  readonly amountVnd: number
  readonly receiverPhone: string
  readonly description: string
  /** The answer of the service breaks off. */
  readonly isUnknown: boolean
}

/** What happens at one moment of the day. */
export interface DemoHour {
  /** In milliseconds since 1970. */
  readonly atMs: number
  readonly orders: readonly DemoOrder[]
  /** Refunds of orders that were paid by then. */
  readonly refunds: readonly DemoRefund[]
  readonly transfers: readonly DemoTransfer[]
  /** Ids of orders of gift codes of 50,000 VND. */
  readonly giftCodeOrders: readonly string[]
  /** Payments over the fixed QR of the first store, in whole VND. */
  readonly merchantQrVnd: readonly number[]
}

/** What the service's file of a day gets wrong about the payment of an order; a late row comes a day later. */
export interface DemoFileError {
  readonly what: 'lose' | 'changeAmount' | 'double' | 'wrongChecksum' | 'late'
  readonly orderId: string
}

/** A day of Vietnam. */
export interface DemoDay {
  /** `YYYY-MM-DD` */
  readonly day: string
  readonly hours: readonly DemoHour[]
  /** When its files are exchanged and compared, in milliseconds since 1970; absent where that is still to come. */
  readonly filesAtMs?: number
  readonly fileErrors: readonly DemoFileError[]
}

/** A month of a merchant. */
export interface DemoPlan {
  /** The oldest first. */
  readonly days: readonly DemoDay[]
}
