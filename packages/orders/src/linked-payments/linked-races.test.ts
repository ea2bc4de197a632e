import { describe, expect, it } from 'vitest'
import { refusal, rightOtp } from '../../test/scripted-wallet.ts'
import { batchDatabase } from '../../test/batch-database.ts'
import { failingDatabase } from '../../test/failing-database.ts'
import { databaseWithWork } from '../../test/database-with-work.ts'
import { statesOf, worldWithHold } from '../../test/linked-orders.ts'
import { World } from '../../test/world.ts'
import {
  captureOrder,
  confirmOtp,
  payWithLink,
  recordCallback,
  releaseOrder,
  settleLinkedPayment,
  startPayment,
  sweep,
  unlinkWallet,
} from '../index.ts'
import { settlePayment } from '../payments/settle-payment.ts'

const id = 'order-1'

/** A world with a payment that a linked wallet has made, of which the answer was lost. */
async function paidUnheard(): Promise<{ readonly world: World; readonly reference: string }> {
  const world = new World()
  await world.openLinked()
  const { reference } = await world.payWithoutAnswer(id)
  return { world, reference }
}

/** A world in which a customer has been on the hosted page and then chose the linked wallet. */
async function awaitingBesideThePage(expiresInMinutes?: number): Promise<World> {
  const world = new World()
  world.service.needsOtp = true
  await world.openLinked(expiresInMinutes === undefined ? {} : { expiresInMinutes })
  await startPayment(world.context, id, { method: 'web-payment' })
  const outcome = await payWithLink(world.context, id)
  expect(outcome.outcome).toBe('otp_needed')
  return world
}

describe('a payment that waits for a code', () => {
  it('cannot be confirmed after the customer returns to an open payment page', async () => {
    const world = await awaitingBesideThePage()
    const other = await startPayment(world.context, id, { method: 'web-payment' })

    const outcome = await confirmOtp(world.context, id, rightOtp)

    expect(other.outcome).toBe('redirect')
    expect(world.service.count('create')).toBe(1)
    expect(outcome.outcome).toBe('failed')
    expect(world.service.count('confirm')).toBe(0)
    expect(await statesOf(world, id)).toBe('created expired')
  })

  it('has a journal line each time that the customer abandons it', async () => {
    const world = await awaitingBesideThePage()
    await startPayment(world.context, id, { method: 'web-payment' })
    await payWithLink(world.context, id)
    world.advance({ seconds: 1 })
    await startPayment(world.context, id, { method: 'web-payment' })

    const { journal } = await world.order(id)
    expect(journal.filter(({ kind }) => kind === 'payment.otp_abandoned')).toHaveLength(2)
  })

  it('blocks the open payment page while its code is being confirmed', async () => {
    const world = await awaitingBesideThePage()
    const others: string[] = []
    world.service.during = async (call) => {
      if (call !== 'confirm') return
      others.push((await startPayment(world.context, id, { method: 'web-payment' })).outcome)
    }

    await confirmOtp(world.context, id, rightOtp)

    expect(others).toEqual(['busy'])
  })

  /** The time for the code ends while the page is asked about, and the customer pays anew. */
  async function paidAnewMeanwhile(world: World, isSlow: boolean): Promise<void> {
    world.advance({ minutes: 14, seconds: 59 })
    const earlier = world.now()
    world.service.during = async (call) => {
      if (call !== 'query') return
      world.service.during = async () => {}
      world.advance({ seconds: 1 })
      world.service.needsOtp = false
      await world.payWithoutAnswer(id)
    }
    // The clock of the confirming process may be behind.
    const now = isSlow ? () => earlier : world.context.now
    await confirmOtp({ ...world.context, now }, id, rightOtp)
  }

  it.each([
    ['', false],
    [', also by a clock that is behind', true],
  ])('is not charged when the customer has paid anew meanwhile%s', async (_clock, isSlow) => {
    const world = await awaitingBesideThePage(120)

    await paidAnewMeanwhile(world, isSlow)

    expect(world.service.count('confirm')).toBe(0)
    expect(world.service.payments.map(({ status }) => status)).toEqual(['PROCESSING', 'SUCCESS'])
  })

  it('is not charged when the time for the code ends meanwhile', async () => {
    const world = await awaitingBesideThePage(120)
    world.advance({ minutes: 14, seconds: 59 })
    world.service.during = async () => world.advance({ seconds: 1 })

    const outcome = await confirmOtp(world.context, id, rightOtp)

    expect(outcome).toMatchObject({ outcome: 'busy' })
    expect(world.service.count('confirm')).toBe(0)
  })

  it('is not charged when the hosted page was paid meanwhile', async () => {
    const world = await awaitingBesideThePage()
    world.service.pay(world.service.newest)

    const outcome = await confirmOtp(world.context, id, rightOtp)

    expect(outcome).toMatchObject({ outcome: 'closed', order: { state: 'paid' } })
    expect(world.service.count('confirm')).toBe(0)
    expect(world.service.payments[0]?.status).toBe('PROCESSING')
  })
})

it('is not charged when the wallet is unlinked meanwhile', async () => {
  const world = new World()
  await world.openLinked()
  let batches = 0
  const database = batchDatabase(world.context.database, async (batch) => {
    batches += 1
    // The first one reads the order, the second one stores the payment.
    if (batches === 2) await unlinkWallet(world.context, 'customer-1')
    return batch()
  })

  const outcome = await payWithLink({ ...world.context, database }, id)

  expect(outcome).toEqual({ outcome: 'busy' })
  expect(await payWithLink(world.context, id)).toEqual({ outcome: 'not_linked' })
  expect(world.service.count('pay')).toBe(0)
})

describe('a late answer', () => {
  it('does not settle a later code that is being confirmed', async () => {
    const world = new World()
    world.service.needsOtp = true
    await world.openLinked({ expiresInMinutes: 60 })
    await payWithLink(world.context, id)
    const { promise: late, resolve: release } = Promise.withResolvers<void>()
    let calls = 0
    let first: Promise<unknown> = Promise.resolve()
    world.service.during = async (call) => {
      if (call !== 'confirm') return
      calls += 1
      if (calls === 1) {
        await late
      } else {
        release()
        await first
      }
    }
    first = confirmOtp(world.context, id, '000000')
    await expect.poll(() => calls).toBe(1)
    world.advance({ seconds: 91 })
    await sweep(world.context)
    world.service.fault = (call) => (call === 'confirm' ? 'lost answer' : 'none')

    await confirmOtp(world.context, id, rightOtp)

    expect(world.service.payments[0]?.status).toBe('SUCCESS')
    expect(await statesOf(world, id)).toBe('created payment_unknown')
    expect((await startPayment(world.context, id, { method: 'web-payment' })).outcome).toBe(
      'unsettled',
    )
  })
})

describe('an answer that is stored a second time', () => {
  it('does not end a later code, whose money is held', async () => {
    const work = [async () => {}]
    const world = new World({ context: { sleep: async () => work.pop()?.() } })
    world.service.needsOtp = true
    await world.openLinked({ holdPayment: true, expiresInMinutes: 60 })
    await payWithLink(world.context, id)
    let isLost = false
    const database = failingDatabase(world.context.database, () => {
      if (!isLost) return 'none'
      isLost = false
      return 'after'
    })
    let later: Promise<unknown> = Promise.resolve()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    // The service does not check the first code, and the customer types it again at once.
    world.service.answers.confirm = () => refusal(4010001, 'no')
    world.service.during = async () => {
      isLost = true
      work.push(async () => {
        world.advance({ seconds: 1 })
        delete world.service.answers.confirm
        const reached = Promise.withResolvers<void>()
        world.service.during = async () => {
          reached.resolve()
          await answered
        }
        later = confirmOtp(world.context, id, rightOtp)
        await reached.promise
      })
    }

    await confirmOtp({ ...world.context, database }, id, rightOtp)
    answer()

    expect(await later).toMatchObject({ outcome: 'held' })
    expect(await statesOf(world, id)).toBe('held held')
  })
})

describe('an answer that a verdict overtakes while it is stored', () => {
  it('names the same charge, and is no second payment', async () => {
    const world = new World()
    await world.openLinked({ amountVnd: 2000, expiresInMinutes: 60 })
    await startPayment(world.context, id, { method: 'web-payment' })
    world.service.fault = (call) => (call === 'pay' ? 'lost answer' : 'none')
    await payWithLink(world.context, id)
    await recordCallback(world.context, world.service.pay(world.service.newest))
    world.advance({ minutes: 2 })
    await sweep(world.context)
    const { reference } = await world.linkedAttempt(id)
    const word = { reason: 'seen on the merchant site', staffId: 'an', result: 'paid' } as const
    // The first session finds the order paid, the second reads why, the third would write.
    const database = databaseWithWork(
      () => settleLinkedPayment(world.context, id, { ...word, reference, transactionId: 'X1' }),
      3,
    )

    const settlement = await settlePayment(
      { ...world.context, database },
      {
        orderId: id,
        reference,
        serviceOrderId: null,
        transactionId: 'LT000001',
        status: { order_amount: 2000, vnd_amount: 2000, point_amount: 0 },
        foundBy: 'linked-wallet',
        evidence: 'answer of the service',
      },
    )

    const { order, disputedPayments, journal } = await world.order(id)
    expect([order.state, settlement]).toEqual(['disputed', 'contradicted'])
    expect(disputedPayments.map(({ transactionId }) => transactionId)).toEqual(['X1'])
    const named = journal.find(({ kind }) => kind === 'payment.contradicted')
    expect(named?.data).toMatchObject({ transaction_id: 'LT000001' })
  })
})

describe('a verdict', () => {
  /**
   * A world with a request to hold money that is on its way for so long that a person, who has found
   * nothing at the service, settles it as not paid; then something happens, and the request arrives.
   */
  async function heldAfterTheWord(meanwhile: (world: World) => Promise<unknown>): Promise<World> {
    const world = new World()
    await world.openLinked({ holdPayment: true, expiresInMinutes: 60 })
    world.service.before = async (call) => {
      if (call !== 'pay') return
      world.service.before = async () => {}
      world.advance({ seconds: 91 })
      await sweep(world.context)
      const reference = (await world.order(id)).attempts[0]?.reference ?? ''
      const by = { reason: 'the service does not know it', staffId: 'S1' }
      await settleLinkedPayment(world.context, id, { reference, result: 'not_paid', ...by })
      await meanwhile(world)
    }
    await payWithLink(world.context, id)
    return world
  }

  it('that nothing is held releases money that is held afterwards', async () => {
    const world = await heldAfterTheWord(async () => {})

    const again = await payWithLink(world.context, id)

    expect(world.service.payments.map(({ status }) => status)).toEqual(['FAIL', 'HOLDING'])
    expect(again.outcome).toBe('held')
    expect((await world.order(id)).attempts.map(({ state }) => state)).toEqual(['released', 'held'])
  })

  it('that nothing is held releases only the money of its payment, not of a later one', async () => {
    const world = await heldAfterTheWord(async ({ context }) => payWithLink(context, id))

    const outcome = await captureOrder(world.context, id)

    expect(world.service.payments.map(({ status }) => status)).toEqual(['SUCCESS', 'FAIL'])
    expect(outcome).toMatchObject({ outcome: 'captured', order: { state: 'paid' } })
  })

  it.each([
    ['whose release is asked for', 'released'],
    ['whose capture was given up', 'conflict'],
  ] as const)(
    'that nothing is held is not asked about again beside other money, %s',
    async (_which, expected) => {
      const world = new World()
      await world.openLinked({ holdPayment: true, expiresInMinutes: 60 })
      const { reference } = await world.payWithoutAnswer(id)
      world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
      const word = { reason: 'seen', staffId: 'S1', result: 'not_paid' } as const
      await settleLinkedPayment(world.context, id, { ...word, reference })
      await sweep(world.context)
      await payWithLink(world.context, id)
      world.service.fault = () => 'none'
      const isCaptured = expected === 'conflict'
      if (isCaptured) {
        world.service.holdStatuses.push('HOLDING')
        await captureOrder(world.context, id)
      }

      const { outcome } = await releaseOrder(world.context, id)

      const own = (await world.linkedAttempt(id)).reference
      expect(outcome).toBe(expected)
      expect(
        world.service.received.filter(({ call }) => call === 'hold').map((call) => call.id),
      ).toEqual([`${own}:${isCaptured ? 'capture' : 'release'}`])
    },
  )

  it('that nothing is held leaves the order held until all of its money is released', async () => {
    const world = await heldAfterTheWord(async ({ context, service }) => {
      await payWithLink(context, id)
      service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
    })
    world.service.fault = () => 'none'

    const outcome = await releaseOrder(world.context, id)
    const states = [await statesOf(world, id)]
    await world.live(5)
    states.push(await statesOf(world, id))

    expect(outcome).toMatchObject({ order: { state: 'held' } })
    expect(states).toEqual(['held released', 'cancelled released'])
    expect(world.service.payments.map(({ status }) => status)).toEqual(['FAIL', 'FAIL'])
  })

  it('is not recorded when the payment has changed meanwhile', async () => {
    const world = new World()
    world.service.needsOtp = true
    await world.openLinked()
    await payWithLink(world.context, id)
    world.service.fault = (call) => (call === 'confirm' ? 'lost answer' : 'none')
    await confirmOtp(world.context, id, rightOtp)
    world.service.fault = () => 'none'
    const reference = (await world.order(id)).attempts[0]?.reference ?? ''
    const database = databaseWithWork(() => confirmOtp(world.context, id, rightOtp))

    const verdict = { reference, result: 'not_paid', reason: 'seen', staffId: 'S1' } as const
    const outcome = await settleLinkedPayment({ ...world.context, database }, id, verdict)

    expect(outcome).toMatchObject({ outcome: 'not_unknown', order: { state: 'paid' } })
  })
})

describe('two concurrent verdicts on one payment', () => {
  const first = {
    result: 'paid',
    transactionId: 'LT000001',
    reason: 'seen',
    staffId: 'S1',
  } as const
  const second = { ...first, transactionId: 'LT000007', staffId: 'S2' }

  it('paid under different transactions, pay the order once', async () => {
    const { world, reference } = await paidUnheard()
    const database = databaseWithWork(() =>
      settleLinkedPayment(world.context, id, { ...first, reference }),
    )

    const outcome = await settleLinkedPayment({ ...world.context, database }, id, {
      ...second,
      reference,
    })

    expect(outcome).toMatchObject({ outcome: 'not_unknown', order: { state: 'paid' } })
    const { order, disputedPayments } = await world.order(id)
    expect([order.state, order.paidTransactionId]).toEqual(['paid', 'LT000001'])
    expect(disputedPayments).toEqual([])
    expect(await world.alertKinds()).not.toContain('possible_double_payment')
  })

  const notPaid = { result: 'not_paid', reason: 'seen', staffId: 'S1' } as const

  it.each([
    ['paid under the same transaction', first, 'paid paid'],
    ['not paid', notPaid, 'creating refused'],
  ] as const)(
    '%s, are both accepted where one person has sent it twice',
    async (_what, verdict, states) => {
      const { world, reference } = await paidUnheard()
      const same = { ...verdict, reference }
      const database = databaseWithWork(() => settleLinkedPayment(world.context, id, same))

      const outcome = await settleLinkedPayment({ ...world.context, database }, id, same)

      expect(outcome.outcome).toBe('settled')
      expect(await statesOf(world, id)).toBe(states)
    },
  )

  it.each([
    ['paid under the same transaction', first, 'paid paid'],
    ['not paid', notPaid, 'creating refused'],
  ] as const)(
    '%s, are not both accepted where they are those of two persons',
    async (_what, verdict, states) => {
      const { world, reference } = await paidUnheard()
      const same = { ...verdict, reference }
      const database = databaseWithWork(() => settleLinkedPayment(world.context, id, same))
      const other = { ...same, staffId: 'S2' }

      const outcome = await settleLinkedPayment({ ...world.context, database }, id, other)

      expect(outcome.outcome).toBe('not_unknown')
      expect(await statesOf(world, id)).toBe(states)
    },
  )

  it('that held money was released, are not both accepted where they are those of two persons', async () => {
    const world = await worldWithHold()
    world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
    await releaseOrder(world.context, id)
    const { reference } = await world.linkedAttempt(id)
    const same = { ...notPaid, reference }
    const database = databaseWithWork(() => settleLinkedPayment(world.context, id, same))
    const other = { ...same, staffId: 'S2' }

    const outcome = await settleLinkedPayment({ ...world.context, database }, id, other)
    const again = await settleLinkedPayment(world.context, id, same)

    expect([outcome.outcome, again.outcome]).toEqual(['not_unknown', 'settled'])
    expect(await statesOf(world, id)).toBe('cancelled released')
  })

  it('paid and not paid: the second one is not recorded', async () => {
    const { world, reference } = await paidUnheard()
    const denied = { ...notPaid, reference, staffId: 'S2' }
    const database = databaseWithWork(() => settleLinkedPayment(world.context, id, denied))

    const outcome = await settleLinkedPayment({ ...world.context, database }, id, {
      ...first,
      reference,
    })

    expect(outcome.outcome).toBe('not_unknown')
    expect(await statesOf(world, id)).toBe('creating refused')
    const again = await settleLinkedPayment(world.context, id, { ...first, reference })
    expect(again).toMatchObject({ outcome: 'settled', order: { state: 'paid' } })
  })

  it('on an order that a payment page has paid meanwhile dispute one payment', async () => {
    const world = await awaitingBesideThePage()
    world.service.fault = (call) => (call === 'confirm' ? 'lost answer' : 'none')
    await confirmOtp(world.context, id, rightOtp)
    world.service.fault = () => 'none'
    const { reference } = await world.linkedAttempt(id)
    await recordCallback(world.context, world.service.pay(world.service.newest))
    await world.live(1)
    const word = { reference, result: 'paid', reason: 'seen', staffId: 'S1' } as const
    const denied = { ...notPaid, reference, staffId: 'S2' }
    const database = databaseWithWork(() => settleLinkedPayment(world.context, id, denied))

    const outcome = await settleLinkedPayment({ ...world.context, database }, id, word)

    expect(outcome.outcome).toBe('not_unknown')
    expect(await statesOf(world, id)).toBe('paid refused')
    expect((await world.order(id)).disputedPayments).toEqual([])
  })
})

describe('held money', () => {
  it('is not captured while a signed callback reports another payment', async () => {
    const world = new World()
    await world.openLinked({ holdPayment: true })
    await startPayment(world.context, id, { method: 'web-payment' })
    const page = world.service.newest
    await payWithLink(world.context, id)
    await recordCallback(world.context, world.service.pay(page))

    const outcome = await captureOrder(world.context, id)
    await world.live(2)

    expect(outcome.outcome).toBe('conflict')
    expect(world.service.payments[0]?.status).toBe('FAIL')
    expect(await statesOf(world, id)).toBe('paid released')
    expect(await world.alertKinds()).not.toContain('possible_double_payment')
  })
})

it('raises an alert when money is released that a verdict has recorded as captured meanwhile', async () => {
  const world = new World()
  await world.openLinked({ holdPayment: true })
  await payWithLink(world.context, id)
  const reference = (await world.order(id)).attempts[0]?.reference ?? ''
  const verdict = { reference, result: 'paid', reason: 'seen', staffId: 'S1' } as const
  world.service.during = async (call) => {
    if (call !== 'hold') return
    // The answer comes after the lease of its call; before, no verdict is taken.
    world.advance({ minutes: 1 })
    await settleLinkedPayment(world.context, id, verdict)
  }

  await releaseOrder(world.context, id)

  expect(await statesOf(world, id)).toBe('paid paid')
  expect(world.service.payments[0]?.status).toBe('FAIL')
  expect(await world.alertKinds()).toEqual(['released_after_paid'])
})

it('raises no alert for a verdict of a release after the capture', async () => {
  const world = new World()
  await world.openLinked({ holdPayment: true })
  await payWithLink(world.context, id)
  world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
  await captureOrder(world.context, id)
  world.service.fault = () => 'none'
  world.advance({ minutes: 10 })
  const { reference } = await world.linkedAttempt(id)
  const verdict = { reference, result: 'not_paid', reason: 'seen', staffId: 'S1' } as const
  const database = databaseWithWork(() => captureOrder(world.context, id))

  const outcome = await settleLinkedPayment({ ...world.context, database }, id, verdict)

  expect(outcome).toMatchObject({ outcome: 'not_unknown', order: { state: 'paid' } })
  expect(await world.alertKinds()).toEqual([])
})

it('has every sent code in the journal, also one that the service did not check', async () => {
  const world = new World()
  world.service.needsOtp = true
  await world.openLinked()
  await payWithLink(world.context, id)
  world.service.answers.confirm = () => refusal(4010001, 'no')
  await confirmOtp(world.context, id, rightOtp)
  world.advance({ seconds: 5 })

  await confirmOtp(world.context, id, rightOtp)

  const { journal } = await world.order(id)
  expect(journal.filter(({ kind }) => kind === 'payment.otp_sent')).toHaveLength(2)
})
