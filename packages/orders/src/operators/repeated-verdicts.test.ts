import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { payWithTransactionOf, payWrong } from '../../test/disputed-orders.ts'
import { World } from '../../test/world.ts'
import {
  acceptDispute,
  acknowledgeAlert,
  closeAlert,
  recordCallback,
  refundOrder,
  releaseDispute,
  reopenDispute,
  settleLinkedPayment,
  settleRefundByVerdict,
  settleTransfer,
  startPayment,
  sweep,
  transferMoney,
} from '../index.ts'

// The answer to a verdict is lost, and the operator, or a tool, sends it once more.

interface Word {
  readonly reason: string
  readonly staffId: string
}

const by: Word = { reason: 'seen at the merchant site', staffId: 'an' }
/** Who says the same for another reason, or is another person. */
const others = [
  ['for another reason', { ...by, reason: 'told by telephone' }],
  ['of another person', { ...by, staffId: 'binh' }],
] as const

const linesOf = async (world: World) => world.count('SELECT COUNT(*) n FROM journal')

async function unknownTransfer(): Promise<World> {
  const world = new World()
  world.service.fault = (call) => (call === 'transfer' ? 'lost answer' : 'none')
  await transferMoney(world.context, { id: 'T1', amountVnd: 5000, receiverPhone: '0900000123' })
  return world
}

async function unknownRefund(): Promise<World> {
  const world = new World()
  await world.openAndPay({ id: 'order-1' })
  world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
  await refundOrder(world.context, 'order-1', { id: 'R1', vnd: 1000 })
  world.advance({ minutes: 5 })
  return world
}

async function unknownPayment() {
  const world = new World()
  await world.openLinked({ amountVnd: 60_000 })
  const { reference } = await world.payWithoutAnswer('order-1')
  return { world, reference }
}

/** A raised alert. */
async function alertOf(world: World): Promise<number> {
  const id = await env.DB.prepare('SELECT id FROM alerts ORDER BY id DESC').first<number>('id')
  if (id === null) throw new Error(`There is no alert at ${world.now()}.`)
  return id
}

/** A kind of verdict, and one with another content, if there is one that is no correction. */
const verdicts = {
  async transfer() {
    const world = await unknownTransfer()
    const made = { result: 'succeeded', transactionId: 'X1' } as const
    return {
      world,
      say: (word: Word) => settleTransfer(world.context, 'T1', { ...made, ...word }),
      other: () => settleTransfer(world.context, 'T1', { result: 'refused', ...by }),
    }
  },
  async 'transfer that was not made'() {
    const world = await unknownTransfer()
    return {
      world,
      say: (word: Word) => settleTransfer(world.context, 'T1', { result: 'refused', ...word }),
      other: undefined,
    }
  },
  async refund() {
    const world = await unknownRefund()
    const said = { result: 'refunded', walletCode: 'W1' } as const
    return {
      world,
      say: (word: Word) =>
        settleRefundByVerdict(world.context, 'order-1', 'R1', { ...said, ...word }),
      other: () =>
        settleRefundByVerdict(world.context, 'order-1', 'R1', { ...said, walletCode: 'W2', ...by }),
    }
  },
  async 'refund that was not made'() {
    const world = await unknownRefund()
    return {
      world,
      say: (word: Word) =>
        settleRefundByVerdict(world.context, 'order-1', 'R1', { result: 'not_refunded', ...word }),
      other: () =>
        settleRefundByVerdict(world.context, 'order-1', 'R1', { result: 'refunded', ...by }),
    }
  },
  async 'payment with a linked wallet'() {
    const { world, reference } = await unknownPayment()
    const said = { result: 'paid', reference, transactionId: 'X1' } as const
    return {
      world,
      say: (word: Word) => settleLinkedPayment(world.context, 'order-1', { ...said, ...word }),
      other: () =>
        settleLinkedPayment(world.context, 'order-1', { result: 'not_paid', reference, ...by }),
    }
  },
  async 'payment with a linked wallet that makes its order disputed'() {
    const world = new World()
    await world.openLinked({ amountVnd: 60_000 })
    await startPayment(world.context, 'order-1', { method: 'web-payment' })
    const page = world.service.newest
    const { reference } = await world.payWithoutAnswer('order-1')
    await recordCallback(world.context, world.service.pay(page))
    await sweep(world.context)
    const said = { result: 'paid', reference, transactionId: 'X1' } as const
    return {
      world,
      say: (word: Word) => settleLinkedPayment(world.context, 'order-1', { ...said, ...word }),
      other: () =>
        settleLinkedPayment(world.context, 'order-1', { result: 'not_paid', reference, ...by }),
    }
  },
  async 'payment that was not made'() {
    const { world, reference } = await unknownPayment()
    return {
      world,
      say: (word: Word) =>
        settleLinkedPayment(world.context, 'order-1', { result: 'not_paid', reference, ...word }),
      other: undefined,
    }
  },
}

describe.each(Object.entries(verdicts))('the verdict on a %s', (_what, prepare) => {
  it('is answered like the first one when it is sent once more, and changes nothing', async () => {
    const { world, say } = await prepare()
    const first = await say(by)
    const lines = await linesOf(world)

    const again = await say(by)

    expect(first.outcome).toBe('settled')
    expect(again).toEqual(first)
    expect(await linesOf(world)).toBe(lines)
  })

  it.each(others)('is a conflict %s', async (_who, word) => {
    const { say } = await prepare()
    await say(by)

    expect((await say(word)).outcome).toBe('not_unknown')
  })

  it('is a conflict with another content', async () => {
    const { say, other } = await prepare()
    await say(by)

    if (other !== undefined) expect((await other()).outcome).toBe('not_unknown')
  })
})

describe('a decision about a disputed payment', () => {
  async function sayTwice(
    world: World,
    say: (word: Word) => Promise<{ readonly outcome: string }>,
  ): Promise<void> {
    const first = await say(by)
    const lines = await linesOf(world)
    const again = await say(by)
    const other = await say({ ...by, staffId: 'binh' })

    expect(first.outcome).toBe('settled')
    expect(again).toEqual(first)
    expect(other.outcome).toBe('not_unknown')
    expect(await linesOf(world)).toBe(lines)
  }

  it('that accepts it is answered like the first one when it is sent once more', async () => {
    const world = new World()
    const paid = { order_amount: 140_000, vnd_amount: 140_000 }
    const transactionId = await payWrong(world, 'order-1', paid)

    await sayTwice(world, (word) =>
      acceptDispute(world.context, 'order-1', { transactionId, ...word }),
    )
  })

  it('that releases or reopens it is answered like the first one when it is sent once more', async () => {
    const world = new World()
    const transactionId = await payWithTransactionOf(world, 'first', 'second')

    for (const decide of [releaseDispute, reopenDispute, releaseDispute]) {
      await sayTwice(world, (word) => decide(world.context, 'second', { transactionId, ...word }))
    }
  })
})

describe('a decision about an alert', () => {
  it.each([acknowledgeAlert, closeAlert])(
    'is answered like the first one when it is sent once more',
    async (decide) => {
      const world = await unknownTransfer()
      const id = await alertOf(world)
      const first = await decide(world.context, id, by)
      const lines = await linesOf(world)

      const again = await decide(world.context, id, by)
      const other = await decide(world.context, id, { ...by, staffId: 'binh' })

      expect(first.outcome).toBe('changed')
      expect(again).toEqual(first)
      expect(other.outcome).toBe('unchanged')
      expect(await linesOf(world)).toBe(lines)
    },
  )
})
