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

/** A planned order and its outcome. */
export interface DemoOrder {
  readonly id: string
  /** Time of creation and payment, in milliseconds since 1970. */
  readonly atMs: number
  readonly storeCode: string
  readonly posCode: string
  /** Whole VND. */
  readonly amountVnd: number
  readonly description: string
  readonly method: AttemptMethod
  /** The customer's wallet at the service. */
  readonly walletId: string
  /** `lost`: paid, but its callback never arrives; `failed`, `left`: not paid. */
  readonly fate: 'paid' | 'lost' | 'failed' | 'left'
  /** Whether the shop refuses the events of the order until they are dead. */
  readonly isRefusedByShop: boolean
}

/** A planned refund. */
export interface DemoRefund {
  readonly id: string
  readonly orderId: string
  /** Whole VND. */
  readonly vnd: number
  readonly reason: string
  readonly staffId: string
  /**
   * `unknown`: answered with the page of a proxy and never made; `settled`: the same, until an
   * operator settles it as not refunded; `site`: made on the merchant site; `waiting`: above the
   * limit of one operator.
   */
  readonly fate: 'refunded' | 'unknown' | 'settled' | 'site' | 'waiting'
}

/** A planned transfer to a customer. */
export interface DemoTransfer {
  readonly id: string
  /** Whole VND. */
  readonly amountVnd: number
  readonly receiverPhone: string
  readonly description: string
  /** Whether the answer of the service is lost. */
  readonly isUnknown: boolean
}

/** The events of one moment of the day. */
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

/**
 * An error in the service file of a day, in the row of an order's payment; a late row comes a day
 * later.
 */
export interface DemoFileError {
  readonly what: 'lose' | 'changeAmount' | 'double' | 'wrongChecksum' | 'late'
  readonly orderId: string
}

/** A day of Vietnam. */
export interface DemoDay {
  /** `YYYY-MM-DD` */
  readonly day: string
  readonly hours: readonly DemoHour[]
  /**
   * When its files are exchanged and compared, in milliseconds since 1970; absent if that is in the
   * future.
   */
  readonly filesAtMs?: number
  readonly fileErrors: readonly DemoFileError[]
}

/** A month of a merchant. */
export interface DemoPlan {
  /** The oldest first. */
  readonly days: readonly DemoDay[]
}
