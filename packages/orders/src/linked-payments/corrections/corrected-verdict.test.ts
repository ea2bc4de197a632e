import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../../test/daily-world.ts'
import {
  findOrder,
  payWithLink,
  refundOrder,
  settleLinkedPayment,
  startPayment,
  sweep,
} from '../../index.ts'

const by = { reason: 'seen in the daily file', staffId: 'an' } as const

/** An order whose linked wallet was charged without an answer, and which a verdict has settled as not paid. */
async function wronglyDenied() {
  const world = new DailyWorld()
  const id = await world.openLinked({ amountVnd: 50_000 })
  const { reference, transactionId } = await world.payWithoutAnswer(id)
  await settleLinkedPayment(world.context, id, { ...by, reference, result: 'not_paid' })
  return { world, id, reference, transactionId }
}

describe('a payment with a linked wallet that a verdict has wrongly settled as not paid', () => {
  it('can be settled as paid by a second verdict after the file names it, and refunded', async () => {
    const { world, id, reference, transactionId } = await wronglyDenied()
    const date = world.date()
    await world.endDay([{ invoice: reference, wallet: transactionId, amount: 50_000, date }])
    const verdict = { ...by, reference, result: 'paid', transactionId } as const

    const outcome = await settleLinkedPayment(world.context, id, verdict)
    const again = await settleLinkedPayment(world.context, id, { ...verdict, staffId: 'binh' })
    const refund = await refundOrder(world.context, id, { id: 'R1', vnd: 50_000 })

    expect(await world.alertKinds()).toContain('file_contradicts')
    expect(outcome).toMatchObject({ outcome: 'settled', order: { state: 'paid' } })
    expect(again).toMatchObject({ outcome: 'not_unknown' })
    expect(refund).toMatchObject({ outcome: 'known', refund: { state: 'refunded' } })
  })

  it('becomes a disputed payment when the customer has paid again meanwhile', async () => {
    const { world, id, reference, transactionId } = await wronglyDenied()
    await startPayment(world.context, id, { method: 'web-payment' })
    world.service.pay(world.service.newest)
    world.advance({ minutes: 1 })
    await sweep(world.context)
    const verdict = { ...by, reference, result: 'paid', transactionId } as const

    const outcome = await settleLinkedPayment(world.context, id, verdict)
    const returned = { id: 'R1', vnd: 50_000, transactionId }
    const refund = await refundOrder(world.context, id, returned)

    expect(outcome).toMatchObject({ order: { state: 'disputed' } })
    expect(refund).toMatchObject({ outcome: 'known', refund: { state: 'refunded' } })
    expect(await findOrder(world.context, id)).toMatchObject({ state: 'paid' })
  })

  it('stays not paid after the same verdict, and after one with another transaction than the named one', async () => {
    const { world, id, reference } = await wronglyDenied()

    const outcome = await settleLinkedPayment(world.context, id, {
      ...by,
      reference,
      result: 'not_paid',
    })
    const unnamed = settleLinkedPayment(world.context, id, { ...by, reference, result: 'paid' })

    expect(outcome).toMatchObject({
      outcome: 'settled',
      order: { attempts: [{ reference, state: 'refused' }] },
    })
    await expect(unnamed).rejects.toThrow('transactionId must be given')
  })

  it.each(['a second verdict', 'the late answer'])(
    'has no row of a cancelled payment where %s of the same day records it as paid',
    async (what) => {
      const world = new DailyWorld()
      const id = await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
      const { reached, release } = world.service.holdNextCall('pay')
      const paying = payWithLink(world.context, id)
      await reached
      world.advance({ minutes: 2 })
      await sweep(world.context)
      const { reference } = await world.linkedAttempt(id)
      await settleLinkedPayment(world.context, id, { ...by, reference, result: 'not_paid' })
      if (what === 'a second verdict') {
        const verdict = { ...by, reference, result: 'paid', transactionId: 'LT000001' } as const
        await settleLinkedPayment(world.context, id, verdict)
      } else {
        release()
        await paying
      }
      world.toNextDay()
      await world.work()
      release()
      await paying

      const rows = (await world.text(world.name('partner'))).trim().split('\r\n')
      const ours = rows.filter((row) => row.includes(reference))

      expect(ours).toHaveLength(what === 'the late answer' ? 1 : 0)
      expect(ours.map((row) => row.split(',')[13])).toEqual(what === 'the late answer' ? ['0'] : [])
    },
  )
})
