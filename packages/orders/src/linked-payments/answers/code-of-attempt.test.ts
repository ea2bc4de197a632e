import { describe, expect, it } from 'vitest'
import { rightOtp } from '../../../test/scripted-wallet.ts'
import { World } from '../../../test/world.ts'
import { confirmOtp, findOrder, payWithLink } from '../../index.ts'

const id = 'order-1'

/** An order whose linked wallet is asked for a code. */
async function awaitingCode(): Promise<World> {
  const world = new World()
  world.service.needsOtp = true
  await world.openLinked({ expiresInMinutes: 60 })
  return world
}

async function attemptOf({ context }: World) {
  const order = await findOrder(context, id)
  return order?.attempts.at(-1)
}

describe('an attempt with a linked wallet, as the API shows it', () => {
  it('takes a code while one is awaited, with the tries that are left', async () => {
    const world = await awaitingCode()
    await payWithLink(world.context, id)
    const first = await attemptOf(world)
    await confirmOtp(world.context, id, '000000')
    const second = await attemptOf(world)

    expect(first).toMatchObject({ state: 'awaiting_otp', otpTriesLeft: 3 })
    expect(first).toHaveProperty('expiresAt')
    expect(second).toMatchObject({ state: 'awaiting_otp', otpTriesLeft: 2 })
  })

  it('takes a code again when the answer to the first one was lost', async () => {
    const world = await awaitingCode()
    await payWithLink(world.context, id)
    world.service.fault = (call) => (call === 'confirm' ? 'lost answer' : 'none')
    await confirmOtp(world.context, id, rightOtp)

    expect(await attemptOf(world)).toMatchObject({ state: 'payment_unknown', otpTriesLeft: 2 })
  })

  it('takes no code when the payment itself was not answered, or its tries are used up', async () => {
    const world = await awaitingCode()
    await world.payWithoutAnswer(id)
    const unanswered = await attemptOf(world)
    world.service.fault = () => 'none'
    const other = await lastCodeLost(world)

    expect(unanswered).toMatchObject({ state: 'payment_unknown' })
    expect(unanswered).not.toHaveProperty('otpTriesLeft')
    expect(other).toMatchObject({ state: 'payment_unknown' })
    expect(other).not.toHaveProperty('otpTriesLeft')
  })

  /** The third code of another order got no answer. */
  async function lastCodeLost(world: World) {
    await world.openLinked({ id: 'order-2', linkedCustomerId: 'customer-2', expiresInMinutes: 60 })
    await payWithLink(world.context, 'order-2')
    await confirmOtp(world.context, 'order-2', '000000')
    await confirmOtp(world.context, 'order-2', '000001')
    world.service.fault = (call) => (call === 'confirm' ? 'lost answer' : 'none')
    await confirmOtp(world.context, 'order-2', rightOtp)
    const order = await findOrder(world.context, 'order-2')
    return order?.attempts.at(-1)
  }
})
