import type { OrderView } from '@merchant-edge/orders/webhook'
import type { ShopCustomer } from '../account/sign-on.ts'
import type { BasketLine } from '../basket/basket.ts'
import type { Messages } from '../pages/messages/english.ts'
import type { OrderExtras } from '../store/order-extras.ts'
import type { ShopOrder } from '../store/shop-orders.ts'
import type { Awaited } from './complete-order.ts'

/** Progress of an order, by the answers of all systems that were asked. */
export interface OrderProgress {
  readonly shopOrder: ShopOrder
  readonly lines: readonly BasketLine[]
  /**
   * The order as the order store knows it; `no_answer` when checkout does not answer,
   * `not_announced` when the order store does not know the order.
   */
  readonly order: OrderView | 'no_answer' | 'not_announced'
  /** Steps that the order waits for before it is fulfilled. */
  readonly awaited: Awaited | undefined
  /** Voucher, gift codes and points. */
  readonly extras: OrderExtras | undefined
  /** What the wallet said about the customer just now; absent when nothing waits for it. */
  readonly wallet: ShopCustomer | undefined
  /** Seconds since 1970. */
  readonly now: number
}

type Known = Pick<OrderProgress, 'order' | 'shopOrder' | 'now'>

/**
 * The state of an order: from the order store, otherwise from the webhooks; `open` without either.
 * An unpaid order is `unsettled` while its money may have moved, and `expired` from the end of its
 * time on: the order store calls it so when the service has said that no payment arrived at the
 * last moment.
 */
export function stateOf({ order, shopOrder, now }: Known): string {
  if (typeof order === 'string') return shopOrder.state
  if (order.state !== 'creating' && order.state !== 'created') return order.state
  if (order.attempts.some(({ mayHaveMoved }) => mayHaveMoved)) return 'unsettled'
  return order.expiresAt <= now ? 'expired' : order.state
}

/** Whether the progress of the payment is unknown at the moment. */
export function isUnknown({ order, shopOrder }: Omit<Known, 'now'>): boolean {
  return order === 'no_answer' && shopOrder.paidAt === null && shopOrder.state === 'open'
}

function isPaid(state: string): boolean {
  return state === 'paid' || state === 'part_refunded'
}

/** Whether anything of an order is sent by post; a gift card is a code. */
function hasBooks(lines: readonly BasketLine[]): boolean {
  return lines.some(({ book }) => book.giftCardType === undefined)
}

/** Whether points that were unknown when the order was paid are still expected. */
export function isAwaitingPoints({ shopOrder, extras, awaited }: OrderProgress): boolean {
  if (extras?.pointsWait !== true || shopOrder.state === 'refunded') return false
  return awaited === undefined || (shopOrder.paidAt !== null && extras.phone === null)
}

const underWay: ReadonlySet<string> = new Set([
  'creating',
  'created',
  'unsettled',
  'paid_unverified',
])

const soonSeconds = 3
const lateSeconds = 15

/**
 * Seconds after which the page refreshes itself, if it does. The order store and the shop learn of
 * a payment one after the other, so the page refreshes until both are done; a payment at the last
 * moment reopens an order that has expired.
 */
export function refreshSecondsOf(progress: OrderProgress): number | undefined {
  const { order, awaited, wallet } = progress
  if (order === 'no_answer') return soonSeconds
  const state = stateOf(progress)
  if (order === 'not_announced' || state === 'refunded') return undefined
  if (underWay.has(state)) return soonSeconds
  if (awaited === undefined) {
    const mayCome = isAwaitingPoints(progress) && wallet?.answer !== 'refused'
    return mayCome ? soonSeconds : undefined
  }
  if (awaited !== 'payment' || isPaid(state)) return soonSeconds
  return state === 'expired' ? lateSeconds : undefined
}

function unpaidText({ lines, order }: OrderProgress, state: string, messages: Messages): string {
  const timeline = typeof order === 'string' ? [] : order.timeline
  const isDenied = timeline.some(({ kind }) => kind === 'payment.denied')
  switch (state) {
    case 'unsettled':
      return messages.unsettled
    case 'expired':
      return isDenied ? messages.paymentDenied : messages.notPaidInTime
    case 'cancelled':
      return messages.cancelledHold
    case 'disputed':
      return messages.lookedAt
    default:
      return hasBooks(lines) ? messages.notFulfilled : messages.notFulfilledGiftCards
  }
}

/** Text for the customer about the progress of the order: that it is done, or what it waits for. */
export function progressText(progress: OrderProgress, messages: Messages): string {
  const { order, awaited, lines } = progress
  const state = stateOf(progress)
  if (order === 'not_announced') return messages.notAnnounced
  if (isUnknown(progress)) return messages.orderUnknown
  if (state === 'refunded' && awaited !== undefined) return messages.notFulfilledRefunded
  switch (awaited) {
    case undefined:
      return hasBooks(lines) ? messages.fulfilled : messages.fulfilledGiftCards
    case 'gift-codes':
      return messages.awaitsGiftCodes
    case 'points':
      return messages.awaitsPoints
    case 'handling':
      return messages.awaitsShop
    case 'payment':
      break
  }
  return isPaid(state) ? messages.awaitsShop : unpaidText(progress, state, messages)
}

/**
 * The next step for a customer whose order is not paid; `undefined` when there is nothing to do.
 */
export function nextStepOf(progress: OrderProgress): 'pay' | 'basket' | 'books' | undefined {
  if (progress.order === 'not_announced') return 'basket'
  if (progress.order === 'no_answer') return undefined
  const state = stateOf(progress)
  if (state === 'creating' || state === 'created') return 'pay'
  return state === 'expired' || state === 'cancelled' ? 'books' : undefined
}
