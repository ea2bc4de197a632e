/** A payment of an order from a wallet. */
export interface PaymentRequest {
  readonly orderId: string
  readonly walletId: string
  /** Points to pay with; the rest is wallet money. 0 when left out. */
  readonly points?: number | undefined
  /** One-time code of the customer, where the rules ask for one. */
  readonly otp?: string | undefined
  /** Pays without asking for a one-time code, whatever the rules say. */
  readonly skipOtp?: true | undefined
  /** Promotion that the operator pays, in VND. 0 when left out. */
  readonly discountVnd?: number | undefined
  /** Money that the operator gives back to the customer, in VND. 0 when left out. */
  readonly cashbackVnd?: number | undefined
  /** Pays although the order has expired: a payment that arrives late. */
  readonly late?: true | undefined
}
