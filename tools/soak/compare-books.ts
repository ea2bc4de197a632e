import { attemptStates, orderStates, refundStates } from '@merchant-edge/orders/states'
import type { ReceivedEvent } from '../tour/merchant-backend.ts'
import { isKnown, type LoyaltyCall } from './loyalty-call.ts'
import type { MerchantBooks, ServiceBooks } from './stored-books.ts'

/** The books of both sides, and what the shop has heard. */
export interface Books {
  readonly merchant: MerchantBooks
  readonly service: ServiceBooks
  /** Every event that the shop has received. */
  readonly events: readonly ReceivedEvent[]
  /** Every loyalty call that the shop has made. */
  readonly loyalty: readonly LoyaltyCall[]
}

/** The result of a comparison, one line each. */
export interface Findings {
  /** What the merchant's books say and the service did not do, or the other way round. */
  readonly untrue: readonly string[]
  /** Outcomes that the merchant's books still call unknown. */
  readonly open: readonly string[]
}

/** Prefix of the ids of refunds that were made outside of the system. */
const elsewherePrefix = 'elsewhere:'

type Amounts = { readonly vnd: number; readonly points: number }

const said = ({ vnd, points }: Amounts): string => `${vnd} VND and ${points} points`
const isSame = (one: Amounts, other: Amounts): boolean =>
  one.vnd === other.vnd && one.points === other.points

/** The states of a table for which a rule holds. */
function statesWith<Rule>(
  table: Readonly<Record<string, Rule>>,
  holds: (rule: Rule) => boolean,
): ReadonlySet<string> {
  return new Set(Object.entries(table).flatMap(([state, rule]) => (holds(rule) ? [state] : [])))
}

const openAttempts = statesWith(attemptStates, ({ mayHaveMoved }) => mayHaveMoved)
const openRefunds = statesWith(refundStates, ({ open }) => open)
const openTransfers: ReadonlySet<string> = new Set(['requested', 'unknown'])
const restingOrders = statesWith(orderStates, ({ atRest }) => atRest)

type MerchantOrder = MerchantBooks['orders'][number]
type Attempt = MerchantBooks['attempts'][number]
type Payment = ServiceBooks['payments'][number]

/** An order, with its payments on both sides. */
interface OrderBooks {
  readonly order: MerchantOrder
  readonly attempts: readonly Attempt[]
  /** Transactions that are booked as disputed. */
  readonly disputed: ReadonlySet<string>
  /** What the service has taken for it. */
  readonly taken: readonly Payment[]
}

function booksByOrder({ merchant, service }: Books): readonly OrderBooks[] {
  const attempts = Map.groupBy(merchant.attempts, ({ orderId }) => orderId)
  const disputed = Map.groupBy(merchant.disputed, ({ orderId }) => orderId)
  const captured = service.purchases.filter(({ status }) => status === 'SUCCESS')
  const taken = Map.groupBy([...service.payments, ...captured], ({ reference }) => reference)
  return merchant.orders.map((order) => {
    const tried = attempts.get(order.id) ?? []
    return {
      order,
      attempts: tried,
      disputed: new Set((disputed.get(order.id) ?? []).map(({ transactionId }) => transactionId)),
      taken: tried.flatMap(({ reference }) => taken.get(reference) ?? []),
    }
  })
}

/** A payment that the service has taken: it is the order's, or disputed, or its outcome is open. */
function untruthOfTaken(
  { order, attempts, disputed }: OrderBooks,
  { transactionId, reference, ...taken }: Payment,
): readonly string[] {
  if (transactionId === order.paidTransactionId) {
    const booked = { vnd: order.paidVnd, points: order.paidPoints }
    if (isSame(booked, taken)) return []
    return [`order ${order.id} is booked with ${said(booked)}, paid with ${said(taken)}`]
  }
  const attempt = attempts.find((one) => one.reference === reference)
  if (disputed.has(transactionId) || openAttempts.has(attempt?.state ?? '')) return []
  return [`payment ${transactionId} of ${order.id} (${order.state}) is not booked`]
}

/** Payments: all that were made are booked once, and none is booked that was not made. */
function comparePayments(books: Books): Findings {
  const untrue: string[] = []
  const open: string[] = []
  const holding = books.service.purchases.filter(({ status }) => status === 'HOLDING')
  const held = new Set(holding.map(({ reference }) => reference))
  for (const ofOrder of booksByOrder(books)) {
    const { order, attempts, disputed, taken } = ofOrder
    if (!restingOrders.has(order.state)) open.push(`order ${order.id} is ${order.state}`)
    for (const { reference, state } of attempts) {
      const said = `payment ${reference} of ${order.id} is ${state}`
      if (openAttempts.has(state)) open.push(said)
      else if (held.has(reference)) untrue.push(`${said}, and its money is held`)
    }
    untrue.push(...taken.flatMap((payment) => untruthOfTaken(ofOrder, payment)))
    const ids = new Set(taken.map(({ transactionId }) => transactionId))
    const paid = order.paidTransactionId === null ? [] : [order.paidTransactionId]
    const neverMade = [...paid, ...disputed].filter((id) => !ids.has(id))
    untrue.push(
      ...neverMade.map((id) => `payment ${id} of ${order.id} is booked and was never made`),
    )
  }
  return { untrue, open }
}

interface Booked extends Amounts {
  readonly id: string
  readonly state: string
}

interface Moves {
  readonly what: 'refund' | 'transfer'
  readonly booked: readonly Booked[]
  readonly made: readonly (Amounts & { readonly id: string })[]
  /** States of an outcome that is not known yet. */
  readonly openStates: ReadonlySet<string>
}

function untruthOfMove(what: Moves['what'], one: Booked, made?: Amounts): string | undefined {
  const isRefused = one.state === 'refused'
  if (made === undefined) {
    return isRefused ? undefined : `${what} ${one.id} is ${one.state} and was never made`
  }
  if (isRefused) return `${what} ${one.id} is booked as refused and was made: ${said(made)}`
  if (isSame(one, made)) return undefined
  return `${what} ${one.id} is booked with ${said(one)}, made with ${said(made)}`
}

/** Refunds and transfers: what is recorded as made was made in these amounts, and once. */
function compareMoves({ what, booked, made, openStates }: Moves): Findings {
  const ofService = Map.groupBy(made, ({ id }) => id)
  const known = new Set(booked.map(({ id }) => id))
  const untrue = made
    .filter(({ id }) => !known.has(id))
    .map(({ id }) => `${what} ${id} was made and is not booked`)
  const open: string[] = []
  for (const one of booked) {
    const [truth, ...more] = ofService.get(one.id) ?? []
    if (more.length > 0) untrue.push(`${what} ${one.id} was made ${more.length + 1} times`)
    if (openStates.has(one.state)) {
      open.push(`${what} ${one.id} is ${one.state}`)
      continue
    }
    const untruth = untruthOfMove(what, one, truth)
    if (untruth !== undefined) untrue.push(untruth)
  }
  return { untrue, open }
}

function sumsByOrder(refunds: readonly (Amounts & { readonly order: string })[]) {
  const sums = new Map<string, Amounts>()
  for (const { order, vnd, points } of refunds) {
    const sum = sums.get(order) ?? { vnd: 0, points: 0 }
    sums.set(order, { vnd: sum.vnd + vnd, points: sum.points + points })
  }
  return sums
}

/** Refunds that people have made on the merchant site: the daily files have told of them. */
function compareSiteRefunds({ merchant, service }: Books): readonly string[] {
  const orderOf = new Map(merchant.attempts.map(({ reference, orderId }) => [reference, orderId]))
  const made = sumsByOrder(
    service.siteRefunds.map((one) => ({ ...one, order: orderOf.get(one.reference) ?? '' })),
  )
  const elsewhere = merchant.refunds.filter(({ id }) => id.startsWith(elsewherePrefix))
  const booked = sumsByOrder(elsewhere.map((one) => ({ ...one, order: one.orderId })))
  const nothing = { vnd: 0, points: 0 }
  return [...new Set([...made.keys(), ...booked.keys()])].flatMap((order) => {
    const [one, other] = [booked.get(order) ?? nothing, made.get(order) ?? nothing]
    if (isSame(one, other)) return []
    return [`refunds of ${order} on the merchant site are ${said(other)}, booked are ${said(one)}`]
  })
}

/** Loyalty calls: what was answered as done is done once, and what was refused is not done. */
function compareLoyalty({ service, loyalty }: Books): Findings {
  const made = Map.groupBy(service.loyalty, ({ id }) => id)
  const untrue: string[] = []
  const open: string[] = []
  for (const { call, id, status, differs } of loyalty) {
    const times = made.get(id)?.length ?? 0
    const said = `${call} ${id} was answered with ${status ?? 'nothing'}`
    if (!isKnown(status)) open.push(said)
    else if (times !== (status === 200 ? 1 : 0)) untrue.push(`${said} and was done ${times} times`)
    if (differs) untrue.push(`${call} ${id} was answered differently when it was repeated`)
  }
  return { untrue, open }
}

/** Callbacks: each that was answered with 200 is stored, and no forged one is. */
function compareCallbacks({ merchant, service }: Books): readonly string[] {
  const orderOf = new Map(merchant.attempts.map(({ reference, orderId }) => [reference, orderId]))
  return service.callbacks.flatMap(({ orderReferenceId, kind, httpStatus }) => {
    const order = orderOf.get(orderReferenceId ?? '')
    if (httpStatus !== 200 || order === undefined) return []
    if (kind === 'forged') return [`a forged callback of ${order} was answered with 200`]
    if (merchant.calledBack.has(order)) return []
    return [`a callback of ${order} was answered with 200 and is not stored`]
  })
}

/** What the shop heard about an order: once that it is paid, and last the state that it has. */
function untruthsOfEvents(
  { id, state, paidTransactionId }: MerchantOrder,
  heard: Books['events'],
): readonly string[] {
  const untrue: string[] = []
  const tellPaid = heard.filter(({ event }) => event.type === 'order.paid')
  const paid = new Set(tellPaid.map((one) => one.id))
  if (paid.size > 1) untrue.push(`the shop heard ${paid.size} times that ${id} is paid`)
  if (paidTransactionId !== null && state !== 'disputed' && paid.size === 0) {
    untrue.push(`the shop never heard that ${id} is paid`)
  }
  const last = heard.at(-1)?.event.data.order?.state
  if (last !== undefined && last !== state) {
    untrue.push(`the shop heard last that ${id} is ${last}; it is ${state}`)
  }
  return untrue
}

/** Events: each was delivered, and what they tell is so. */
function compareEvents({ merchant, events }: Books): readonly string[] {
  const received = new Set(events.map(({ id }) => id))
  const undelivered = merchant.events.flatMap(({ key, state, orderId }) => {
    if (state !== 'done') return [`event ${key} of ${orderId ?? 'no order'} is ${state}`]
    return received.has(key) ? [] : [`event ${key} is recorded as delivered and never arrived`]
  })
  const ofOrders = Map.groupBy(events, ({ event }) => event.data.order?.id)
  const untold = merchant.orders.flatMap((order) =>
    untruthsOfEvents(order, ofOrders.get(order.id) ?? []),
  )
  return [...undelivered, ...untold]
}

/** Compares what the merchant has booked with what the service did. */
export function compareBooks(books: Books): Findings {
  const { merchant, service } = books
  const payments = comparePayments(books)
  const loyalty = compareLoyalty(books)
  const refunds = compareMoves({
    what: 'refund',
    booked: merchant.refunds.filter(({ id }) => !id.startsWith(elsewherePrefix)),
    made: service.refunds,
    openStates: openRefunds,
  })
  const transfers = compareMoves({
    what: 'transfer',
    booked: merchant.transfers.map(({ reference, ...transfer }) => ({
      ...transfer,
      id: reference,
    })),
    made: service.transfers,
    openStates: openTransfers,
  })
  return {
    untrue: [
      ...payments.untrue,
      ...refunds.untrue,
      ...transfers.untrue,
      ...compareSiteRefunds(books),
      ...loyalty.untrue,
      ...compareCallbacks(books),
      ...compareEvents(books),
    ],
    open: [...payments.open, ...refunds.open, ...transfers.open, ...loyalty.open],
  }
}
