import {
  captureOrder,
  confirmOtp,
  findTransfer,
  openOrder,
  payWithLink,
  recordCallback,
  releaseOrder,
  requestNewCode,
  settleLinkedPayment,
  settleTransfer,
  startPayment,
  sweep,
  transferMoney,
} from '../src/index.ts'
import { refusal, rightOtp, type Call, type Fault, type ServicePayment } from './scripted-wallet.ts'
import { atOnce, Trouble } from './trouble.ts'
import { seededRandom, World } from './world.ts'

const steps = 16
const person = { reason: 'seen in the daily file', staffId: 'S1' }
/** Share of transfers that the service rejects for the key or the time. */
const turnedAwayRate = 0.4
/** Share of transfers that are made by an unanswered request, and whose retry is refused. */
const refusedAgainRate = 0.2
/**
 * Share of transfers whose call takes so long that others continue meanwhile, mostly beyond its
 * lease.
 */
const latenessRate = 0.5

/** Records each transfer that is sent again after the shop was told that its outcome is unknown. */
async function watchTransfers(database: D1Database): Promise<void> {
  await database.batch(
    [
      'CREATE TABLE rash_transfers (id TEXT)',
      `CREATE TRIGGER rash_transfer AFTER UPDATE OF state ON transfers
        WHEN NEW.state = 'requested' AND OLD.was_unknown
        BEGIN INSERT INTO rash_transfers VALUES (NEW.id); END`,
    ].map((statement) => database.prepare(statement)),
  )
}

/**
 * Simulates one order that a linked wallet may pay, and a few transfers, while messages get lost.
 */
export class LinkedSimulation {
  readonly world: World
  readonly orderId: string
  readonly holds: boolean
  /** Number of charges that were sent while money of an earlier call may have moved. */
  recklessCalls = 0
  /** Number of transfers that a verdict has settled while their call was running. */
  hastyVerdicts = 0
  readonly database: D1Database
  readonly #chance: () => number
  readonly #amountVnd: number
  readonly #trouble: Trouble
  #isLate = false

  constructor(seed: number, database: D1Database) {
    this.database = database
    this.#chance = seededRandom(seed * 2 + 1)
    this.#trouble = new Trouble(this.#chance)
    this.orderId = `order-${seed}`
    this.#amountVnd = 1000 + Math.floor(this.#chance() * 1000)
    this.holds = this.#chance() < 0.5
    const { sleep } = this.#trouble
    this.world = new World({
      seed,
      database,
      context: { database: this.#trouble.crashing(database), sleep },
    })
    const { service } = this.world
    service.needsOtp = this.#chance() < 0.5
    service.fault = (call) => this.#fault(call)
    service.repeatedTransfer = () => {
      if (this.#chance() < 0.5) return refusal(4000514, 'no')
      return { ...refusal(4010002, 'no'), kind: 'not_processed' }
    }
    service.before = async (call) => {
      if (call === 'transfer') await this.#perhapsLate()
    }
    service.during = async (call) => {
      if (call !== 'pay' && call !== 'create') return
      // Money that an earlier payment has captured or holds must prevent any later charge.
      const newest = service.payments.at(-1)
      const moved = service.payments.filter((one) => one !== newest && this.hasMoved(one))
      if (moved.length > 0) this.recklessCalls += 1
    }
    this.world.shopStatus = () => (this.#trouble.fault() === 'none' ? 204 : 500)
  }

  #fault(call: Call): Fault {
    if (call === 'transfer') {
      if (this.#trouble.happens(turnedAwayRate)) return 'turned away'
      if (this.#trouble.happens(refusedAgainRate)) return 'made twice'
    }
    return this.#trouble.fault()
  }

  /** Whether the money of a payment is captured or held. */
  hasMoved(payment: ServicePayment): boolean {
    return payment.status === 'SUCCESS' || payment.status === 'HOLDING'
  }

  #transfer() {
    const number = Math.floor(this.#chance() * 3)
    // The amount follows from the id, so that a repeat is a repeat.
    return { id: `transfer-${number}`, amountVnd: 100 + number, receiverPhone: '0900000123' }
  }

  /** The call of a transfer takes so long that others continue meanwhile. */
  async #perhapsLate(): Promise<void> {
    if (this.#isLate || !this.#trouble.happens(latenessRate)) return
    this.#isLate = true
    try {
      this.world.advance({ seconds: 30 + Math.floor(this.#chance() * 150) })
      await this.#decideTransfer()
      await sweep(this.world.context)
      // The shop may already know that the outcome is unknown.
      if (this.#chance() < 0.5) await transferMoney(this.world.context, this.#transfer())
    } finally {
      this.#isLate = false
    }
  }

  /** A person tries to settle an unanswered transfer, whose call may be running. */
  async #decideTransfer(): Promise<void> {
    const { context } = this.world
    const { id } = this.#transfer()
    const transfer = await findTransfer(context, id)
    if (transfer?.state !== 'requested') return
    const { outcome } = await settleTransfer(context, id, { ...person, result: 'refused' })
    if (outcome === 'settled') this.hastyVerdicts += 1
  }

  async #payHostedPage(): Promise<void> {
    const { service, context } = this.world
    const page = service.orders.find(({ status }) => status.pay_status !== 'SUCCESS')
    if (page !== undefined && this.#chance() < 0.5) {
      await recordCallback(context, service.pay(page))
    }
  }

  async #step(): Promise<void> {
    const { context } = this.world
    const { orderId } = this
    const choice = this.#chance()
    if (choice < 0.14) await payWithLink(context, orderId)
    else if (choice < 0.19) await payWithLink(context, orderId, 1)
    else if (choice < 0.22) await requestNewCode(context, orderId)
    else if (choice < 0.36)
      await confirmOtp(context, orderId, this.#chance() < 0.7 ? rightOtp : '0000')
    else if (choice < 0.42) await startPayment(context, orderId, { method: 'web-payment' })
    else if (choice < 0.46) await this.#payHostedPage()
    else if (choice < 0.54) await captureOrder(context, orderId)
    else if (choice < 0.6) await releaseOrder(context, orderId)
    else if (choice < 0.7) await transferMoney(context, this.#transfer())
    else if (choice < 0.84) this.world.advance({ seconds: Math.floor(this.#chance() * 240) })
    else await atOnce([() => sweep(context), () => sweep(context)])
  }

  /** Phase 1: the wallet is linked and the order is open. */
  async begin(): Promise<void> {
    this.#trouble.isCalm = true
    await watchTransfers(this.database)
    await this.world.link()
    await openOrder(this.world.context, {
      id: this.orderId,
      amountVnd: this.#amountVnd,
      linkedCustomerId: 'customer-1',
      holdPayment: this.holds,
      expiresInMinutes: 60,
    })
    this.#trouble.isCalm = false
  }

  /** Phase 2: faults occur. */
  async storm(): Promise<void> {
    for (let step = 0; step < steps; step += 1) await this.#trouble.survive(() => this.#step())
  }

  /** Phase 3: nothing fails, and correct verdicts settle what is open. */
  async calm(): Promise<void> {
    this.#trouble.isCalm = true
    const { context, service } = this.world
    for (const seconds of [100, 100, 1000, 4000, 4000]) {
      this.world.advance({ seconds })
      await sweep(this.world.context)
    }
    for (const { reference, state } of (await this.world.order(this.orderId)).attempts) {
      const truth = service.payments.find((payment) => payment.reference === reference)
      if (state !== 'payment_unknown' && state !== 'releasing') continue
      if (truth?.status === 'HOLDING') continue
      await settleLinkedPayment(context, this.orderId, {
        ...person,
        reference,
        ...(truth?.status === 'SUCCESS'
          ? { result: 'paid', transactionId: truth.transactionId }
          : { result: 'not_paid' }),
      })
    }
    const unknown = await context.database
      .prepare("SELECT id, reference FROM transfers WHERE state = 'unknown'")
      .all<{ id: string; reference: string }>()
    for (const { id, reference } of unknown.results) {
      const isMade = service.transfers.has(reference)
      await settleTransfer(context, id, {
        ...person,
        ...(isMade ? { result: 'succeeded', transactionId: `FILE-${id}` } : { result: 'refused' }),
      })
    }
    // Held money is released after two days at the latest.
    for (const hours of [2, 25, 25, 1, 1]) {
      this.world.advance({ hours })
      await sweep(this.world.context)
    }
  }
}
