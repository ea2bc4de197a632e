import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { giveLoyalty } from './loyalty.ts'
import { amountsOf } from './operators.ts'
import { atService, customerOf, happens, wallets, type Stage } from './stage.ts'

const phones = ['0900000001', '0900000002']

const opened = v.object({ paymentUrl: v.string() })
const outcomeOf = v.object({ outcome: v.string() })

/** A deliberate error of the callback of a payment; most have none. */
function callbackSwitches(stage: Stage) {
  return stage.random.pick([
    {},
    {},
    {},
    { lose: true },
    { repeat: 3 },
    { delaySeconds: 3 },
    { forge: true },
    { wrongKey: true },
    { retrySeconds: [1, 2, 4] },
    { unescapedPlus: true },
  ])
}

async function payAtService(stage: Stage, serviceOrderId: string): Promise<void> {
  const { service, random } = stage
  const switches = callbackSwitches(stage)
  await atService(stage, () => service.flagOrder(serviceOrderId, { callbackSwitches: switches }))
  const walletId = random.pick(wallets)
  const points = happens(stage, 25) ? 1 + random.below(5) : 0
  await atService(stage, () =>
    service.pay(serviceOrderId, { walletId, ...(points > 0 && { points }) }),
  )
}

/** Opens the payment page or has a QR code made; returns the order at the service. */
async function beginAtService(
  { shop }: Stage,
  { id, paymentUrl, method }: { id: string; paymentUrl: string; method: 'page' | 'qr' | 'app' },
): Promise<string | undefined> {
  if (method === 'page') {
    const answer = await shop.call(paymentUrl, { as: 'customer' })
    if (answer?.location === null || answer?.location === undefined) return undefined
    return decodeURIComponent(new URL(answer.location).pathname.split('/').at(-1) ?? '')
  }
  await shop.call(`/orders/${id}/payments/${method}`, { json: {} })
  const order = await shop.order(id)
  return order?.attempts.findLast((attempt) => attempt.serviceOrderId !== undefined)?.serviceOrderId
}

/** Waits for a state of an order, for a while. */
async function awaitState(
  { shop }: Stage,
  id: string,
  states: readonly string[],
): Promise<boolean> {
  for (let looks = 0; looks < 12; looks += 1) {
    const order = await shop.order(id)
    if (order !== undefined && states.includes(order.state)) return true
    await setTimeout(500)
  }
  return false
}

/** Refunds parts of an order or all of it; repeats some requests, and sends some twice at once. */
async function refund(stage: Stage, id: string, amountVnd: number): Promise<void> {
  const { shop, random } = stage
  const count = 1 + random.below(3)
  for (let index = 0; index < count; index += 1) {
    const vnd = happens(stage, 40) ? amountVnd : 1_000 * (1 + random.below(amountVnd / 1_000))
    const points = happens(stage, 30) ? { points: 1 + random.below(3) } : {}
    const json = { id: `${id}-R${index}`, vnd, ...points, staffId: 'soak' }
    const ask = () => shop.call(`/orders/${id}/refunds`, { json })
    const asked = happens(stage, 30) ? [ask(), ask()] : [ask()]
    if (happens(stage, 20)) {
      asked.push(shop.call(`/orders/${id}/refunds`, { json: { ...json, id: `${id}-X${index}` } }))
    }
    await Promise.all(asked)
  }
}

/** Returns a payment that was made twice, as an operator does. */
async function returnDisputed(stage: Stage, id: string): Promise<void> {
  const { shop } = stage
  const answer = await shop.call(`/operator/orders/${id}`, { as: 'operator' })
  const read = v.safeParse(
    v.object({
      disputedPayments: v.array(
        v.object({ transactionId: v.string(), vnd: v.number(), points: v.number() }),
      ),
    }),
    answer?.json,
  )
  if (!read.success) return
  for (const [index, payment] of read.output.disputedPayments.entries()) {
    const { transactionId } = payment
    const json = {
      id: `${id}-D${index}`,
      transactionId,
      reason: 'paid twice',
      ...amountsOf(payment),
    }
    await shop.call(`/operator/orders/${id}/refunds`, { json, as: 'operator' })
  }
}

/** A purchase at the service: on the hosted page, by QR or in the app. */
async function buyAtService(stage: Stage, id: string): Promise<void> {
  const { shop, service, random } = stage
  const amountVnd = 1_000 * (10 + random.below(80))
  const answer = await shop.call('/orders', { json: { id, amountVnd } })
  const order = v.safeParse(opened, answer?.json)
  if (!order.success) return
  const { paymentUrl } = order.output
  const method = random.pick(['page', 'qr', 'app'] as const)
  const serviceOrderId = await beginAtService(stage, { id, paymentUrl, method })
  if (serviceOrderId === undefined || happens(stage, 5)) return
  if (happens(stage, 8)) {
    const fail = happens(stage, 50)
    await atService(stage, () =>
      fail ? service.fail(serviceOrderId) : service.cancel(serviceOrderId),
    )
    if (happens(stage, 50)) return
  }
  const paysTwice = happens(stage, 8)
  const other = method === 'page' ? 'qr' : 'page'
  const second = paysTwice
    ? await beginAtService(stage, { id, paymentUrl, method: other })
    : undefined
  await payAtService(stage, serviceOrderId)
  if (second !== undefined && second !== serviceOrderId) await payAtService(stage, second)
  if (!(await awaitState(stage, id, ['paid', 'disputed']))) return
  if (happens(stage, 60)) await refund(stage, id, amountVnd)
  if (happens(stage, 8)) {
    const back = { vnd: 1_000 * (1 + random.below(9)) }
    await atService(stage, () => service.refundOnSite(serviceOrderId, back))
  }
  if (paysTwice) await returnDisputed(stage, id)
}

/** Types the one-time code of a payment with a linked wallet, sometimes a wrong one first. */
async function typeCode(stage: Stage, id: string): Promise<void> {
  const { shop, service } = stage
  const order = await shop.order(id)
  const purchases = await atService(stage, () => service.linkedPurchases())
  const purchase = purchases?.find(({ transactionReferenceNumber }) =>
    order?.attempts.some(({ reference }) => reference === transactionReferenceNumber),
  )
  if (purchase === undefined) return
  const sent = await atService(stage, () => service.linkedPurchaseOtp(purchase.transactionId))
  if (sent === undefined) return
  const path = `/orders/${id}/payments/linked/otp`
  if (happens(stage, 10)) await shop.call(path, { json: { otp: '000000' } })
  await shop.call(path, { json: { otp: sent.otp } })
}

/** A purchase with a linked wallet, charged at once or held. */
async function buyLinked(stage: Stage, id: string): Promise<void> {
  const { shop, random } = stage
  const holdPayment = happens(stage, 50)
  const amountVnd = happens(stage, 30) ? 150_000 : 1_000 * (10 + random.below(80))
  const linkedCustomerId = customerOf(random.pick(wallets))
  await shop.call('/orders', { json: { id, amountVnd, linkedCustomerId, holdPayment } })
  const points = happens(stage, 20) ? { points: 1 + random.below(5) } : {}
  const answer = await shop.call(`/orders/${id}/payments/linked`, { json: points })
  const asked = v.safeParse(outcomeOf, answer?.json)
  if (asked.success && asked.output.outcome === 'otp_needed') await typeCode(stage, id)
  const wanted = holdPayment ? ['held', 'paid'] : ['paid']
  if (!(await awaitState(stage, id, wanted))) return
  if (holdPayment) {
    const end = (action: string) => shop.call(`/orders/${id}/${action}`, { json: {} })
    if (happens(stage, 10)) await Promise.all([end('capture'), end('release')])
    else if (happens(stage, 75)) await end(random.pick(['capture', 'capture', 'release']))
  }
  if (happens(stage, 40) && (await awaitState(stage, id, ['paid']))) {
    await refund(stage, id, amountVnd)
  }
}

/** A transfer, sometimes requested twice at once. */
async function transfer(stage: Stage, id: string): Promise<void> {
  const { shop, random } = stage
  const json = {
    id,
    amountVnd: 1_000 * (10 + random.below(90)),
    receiverPhone: random.pick(phones),
  }
  const ask = () => shop.call('/transfers', { json })
  await Promise.all(happens(stage, 30) ? [ask(), ask()] : [ask()])
}

const scenarios = [
  buyAtService,
  buyAtService,
  buyAtService,
  buyLinked,
  buyLinked,
  transfer,
  giveLoyalty,
]

/** Lets one customer after the other buy until the end. */
export async function keepBuying(
  stage: Stage,
  { name, endsAtMs }: { readonly name: string; readonly endsAtMs: number },
): Promise<number> {
  let count = 0
  while (Date.now() < endsAtMs) {
    count += 1
    await stage.random.pick(scenarios)(stage, `SOAK-${name}-${count}`)
  }
  return count
}
