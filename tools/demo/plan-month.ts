import { createRandom, type Random } from '../fuzz/random.ts'
import type {
  DemoDay,
  DemoFileError,
  DemoHour,
  DemoOrder,
  DemoPlan,
  DemoRefund,
  DemoScope,
  DemoTransfer,
} from './demo-plan.ts'
import { planOrder } from './plan-order.ts'
import { vietnamDayAt, vietnamMidnight } from './vietnam-days.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Relative numbers of orders in each hour of a day, from 6:00 on. */
const hourWeights = [1, 3, 6, 8, 10, 13, 15, 11, 8, 7, 9, 12, 15, 17, 13, 8, 3]
const firstHour = 6

/** Files are ready at 00:45 of the next day; the files of the late day come at 11:20. */
const filesAfterMs = 50 * minuteMs
const lateFilesAfterMs = 11 * hourMs + 20 * minuteMs

/** Days, counted back from today, of the events that an operator should see. */
const specialDays = {
  refundStaysUnknown: 3,
  filesLate: 4,
  refundOnSite: 4,
  merchantQr: 5,
  webhooksRefused: 8,
  refundSettled: 9,
} as const

const fileErrorsOf = new Map<number, readonly DemoFileError['what'][]>([
  [2, ['lose']],
  [6, ['changeAmount']],
  [9, ['late']],
  [11, ['double']],
  [16, ['wrongChecksum']],
  [21, ['lose', 'lose']],
])

const reasons = [
  'Khách đổi ý trước khi giao',
  'Sách bị rách trang',
  'Giao nhầm tựa sách',
  'Khách trả lại một cuốn',
  'Hộp quà bị móp khi giao',
] as const

interface DayToPlan {
  readonly scope: DemoScope
  readonly daysAgo: number
  readonly startMs: number
  readonly day: string
  readonly random: Random
}

function countOrders({ scope, daysAgo, startMs, random }: DayToPlan): number {
  const weekday = new Date(startMs + dayMs / 2).getUTCDay()
  const weekend = weekday === 0 || weekday === 6 ? 1.45 : 1
  const growth = 1.15 - daysAgo / 100
  return Math.round(scope.ordersPerDay * weekend * growth * (0.85 + random.below(31) / 100))
}

function pickHour(random: Random): number {
  let left = random.below(hourWeights.reduce((sum, weight) => sum + weight, 0))
  const found = hourWeights.findIndex((weight) => (left -= weight) < 0)
  return firstHour + found
}

/**
 * The orders of a day, by time; all orders of one hour come at one moment. A payment whose callback
 * is lost is found by polling in a later hour, so it is not planned in the last hour, where it
 * would count for the next day.
 */
function planOrders(planned: DayToPlan): readonly DemoOrder[] {
  const { scope, startMs, day, random } = planned
  const minutes = hourWeights.map(() => 5 + random.below(45))
  const count = countOrders(planned)
  const hours = Array.from({ length: count }, () => pickHour(random)).sort((a, b) => a - b)
  const orders = hours
    .map((hour, index) => {
      const atMs = startMs + hour * hourMs + (minutes[hour - firstHour] ?? 0) * minuteMs
      const id = `DH-${day.slice(5).replace('-', '')}-${String(index + 1).padStart(2, '0')}`
      return planOrder(random, { id, atMs })
    })
    .filter(({ atMs }) => atMs < scope.nowMs - 5 * minuteMs)
  const lastMs = orders.at(-1)?.atMs
  return orders.map((order) =>
    order.fate === 'lost' && order.atMs === lastMs ? { ...order, fate: 'paid' } : order,
  )
}

function isPaid({ fate }: DemoOrder): boolean {
  return fate === 'paid'
}

function isAtTill({ method }: DemoOrder): boolean {
  return method === 'transaction-qr'
}

/** Whether an order may get a refund; payments with linked wallets get none. */
function isReturnable(order: DemoOrder): boolean {
  return isPaid(order) && order.method !== 'linked-wallet'
}

/** About every twelfth paid order gets a refund, an hour later at the earliest. */
function planRefunds(orders: readonly DemoOrder[], random: Random): readonly DemoRefund[] {
  return orders
    .filter((order) => isReturnable(order) && random.below(12) === 0)
    .map(({ id, amountVnd }) => ({
      id: `${id}-R`,
      orderId: id,
      vnd: random.below(2) === 0 ? amountVnd : Math.ceil(amountVnd / 2_000) * 1_000,
      reason: random.pick(reasons),
      staffId: random.pick(['an', 'binh', 'lan']),
      fate: 'refunded' as const,
    }))
}

/** Adds a refund with this outcome to the first suitable order of the day without a refund. */
function specialRefund(
  orders: readonly DemoOrder[],
  refunds: DemoRefund[],
  fate: DemoRefund['fate'],
): void {
  const taken = new Set(refunds.map(({ orderId }) => orderId))
  const order = orders.find((one) => isReturnable(one) && !taken.has(one.id))
  if (order === undefined) return
  const { id, amountVnd } = order
  const reason = 'Khách trả lại một cuốn sách'
  refunds.push({ id: `${id}-R`, orderId: id, vnd: amountVnd, reason, staffId: 'lan', fate })
}

function planTransfers({ daysAgo, day, random }: DayToPlan): readonly DemoTransfer[] {
  if (daysAgo % 3 !== 1) return []
  return [
    {
      id: `CK-${day.slice(5).replace('-', '')}`,
      amountVnd: (5 + random.below(26)) * 10_000,
      receiverPhone: '0900000002',
      description: 'Giải thưởng bạn đọc',
      isUnknown: daysAgo === 1,
    },
  ]
}

function planFileErrors(
  daysAgo: number,
  orders: readonly DemoOrder[],
  refunds: readonly DemoRefund[],
): readonly DemoFileError[] {
  const refunded = new Set(refunds.map(({ orderId }) => orderId))
  // Orders of the till first; a day with few orders may have none.
  const named = orders
    .filter((order) => isReturnable(order) && !refunded.has(order.id))
    .toSorted((a, b) => Number(isAtTill(b)) - Number(isAtTill(a)))
  return (fileErrorsOf.get(daysAgo) ?? []).flatMap((what, index) => {
    const order = named[index]
    return order === undefined ? [] : [{ what, orderId: order.id }]
  })
}

/** The moments of a day with events, which are those of its orders. */
function hoursOf(
  planned: DayToPlan,
  orders: readonly DemoOrder[],
  refunds: readonly DemoRefund[],
): readonly DemoHour[] {
  const { daysAgo, day } = planned
  const times = [...new Set(orders.map(({ atMs }) => atMs))]
  const timeOfOrder = new Map(orders.map(({ id, atMs }) => [id, atMs]))
  const last = times.length - 1
  return times.map((atMs, index) => ({
    atMs,
    orders: orders.filter((order) => order.atMs === atMs),
    // An hour after the order, or in the same hour if the day has no later one.
    refunds: refunds.filter(({ orderId }) => {
      const paidAt = times.indexOf(timeOfOrder.get(orderId) ?? 0)
      return Math.min(paidAt + 1, last) === index
    }),
    transfers: index === Math.min(2, last) ? planTransfers(planned) : [],
    giftCodeOrders:
      index === 0 && daysAgo % 7 === 1 ? [`QUA-${day.slice(5).replace('-', '')}`] : [],
    merchantQrVnd: index === last && daysAgo === specialDays.merchantQr ? [30_000, 55_000] : [],
  }))
}

function withRefusedWebhooks(orders: readonly DemoOrder[]): readonly DemoOrder[] {
  const refused = new Set(orders.filter(isPaid).slice(0, 3))
  return orders.map((order) => ({ ...order, isRefusedByShop: refused.has(order) }))
}

/** Above the limit of one operator, so that a second person must approve it. */
function largeOrder(atMs: number, day: string): DemoOrder {
  return {
    id: `DH-${day.slice(5).replace('-', '')}-TB`,
    atMs,
    storeCode: 'EDGE-STORE-1',
    posCode: 'EDGE-POS-2',
    amountVnd: 1_680_000,
    description: 'Trọn bộ từ điển bách khoa',
    method: 'transaction-qr',
    walletId: 'U-AN',
    fate: 'paid',
    isRefusedByShop: false,
  }
}

function planDay(scope: DemoScope, daysAgo: number): DemoDay {
  const startMs = vietnamMidnight(scope.nowMs, daysAgo)
  const day = vietnamDayAt(startMs)
  const random = createRandom(scope.seed, `demo day ${daysAgo}`)
  const planned: DayToPlan = { scope, daysAgo, startMs, day, random }
  const ordinary = planOrders(planned)
  const orders = daysAgo === specialDays.webhooksRefused ? withRefusedWebhooks(ordinary) : ordinary
  const refunds = [...planRefunds(orders, random)]
  if (daysAgo === specialDays.refundStaysUnknown) specialRefund(orders, refunds, 'unknown')
  if (daysAgo === specialDays.refundSettled) specialRefund(orders, refunds, 'settled')
  if (daysAgo === specialDays.refundOnSite) specialRefund(orders, refunds, 'site')
  const isLate = daysAgo === specialDays.filesLate
  const filesAtMs = startMs + dayMs + (isLate ? lateFilesAfterMs : filesAfterMs)
  return {
    day,
    hours: hoursOf(planned, orders, refunds),
    ...(filesAtMs < scope.nowMs && { filesAtMs }),
    fileErrors: planFileErrors(daysAgo, orders, refunds),
  }
}

/** The last moment: the refund of a large order waits for the approval of a second person. */
function lastMoment({ nowMs }: DemoScope): DemoDay {
  const atMs = nowMs - 3 * minuteMs
  const day = vietnamDayAt(atMs)
  const order = largeOrder(atMs, day)
  const refund: DemoRefund = {
    id: `${order.id}-R`,
    orderId: order.id,
    vnd: order.amountVnd,
    reason: 'Khách đặt nhầm hai bộ',
    staffId: 'operator',
    fate: 'waiting',
  }
  const nothing = { transfers: [], giftCodeOrders: [], merchantQrVnd: [] }
  return {
    day,
    hours: [{ ...nothing, atMs, orders: [order], refunds: [refund] }],
    fileErrors: [],
  }
}

/**
 * Plans a month of a bookshop with two stores: orders by the hour, most of them at noon and in the
 * evening and more at weekends, with refunds, transfers, gift codes and failures. Equal scopes give
 * equal plans.
 *
 * @throws RangeError when `days` is not 3 to 31
 */
export function planMonth(scope: DemoScope): DemoPlan {
  if (!Number.isInteger(scope.days) || scope.days < 3 || scope.days > 31) {
    throw new RangeError('A demonstration has 3 to 31 days.')
  }
  const days = Array.from({ length: scope.days }, (_, index) =>
    planDay(scope, scope.days - 1 - index),
  )
  // Just after midnight the last moment belongs to the day before.
  return { days: [...days, lastMoment(scope)].toSorted((a, b) => a.day.localeCompare(b.day)) }
}
