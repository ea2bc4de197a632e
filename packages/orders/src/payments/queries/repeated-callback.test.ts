import { expect, it } from 'vitest'
import { World } from '../../../test/world.ts'
import { denyPayment, recordCallback, sweep } from '../../index.ts'

it('asks again when a callback is repeated while the service is asked about its payment', async () => {
  const world = new World()
  const id = await world.openAndStart()
  const { newest } = world.service
  const callback = world.service.pay(newest)
  newest.status = { ...newest.status, pay_status: 'FAIL' }
  delete newest.status.transaction_id
  await recordCallback(world.context, callback)
  await world.live(4 * 24 * 60, 60 * 60)
  const word = { reason: 'the service has no such transaction', staffId: 'an' }
  await denyPayment(world.context, id, word)
  await recordCallback(world.context, callback)
  // The service has answered FAIL, and the answer is on its way.
  world.service.during = async (call) => {
    if (call !== 'query') return
    world.service.during = async () => {}
    world.advance({ seconds: 5 })
    world.service.pay(newest)
    await recordCallback(world.context, callback)
  }
  await sweep(world.context)
  const before = (await world.order(id)).order.state

  await sweep(world.context)

  expect([before, (await world.order(id)).order.state]).toEqual(['expired', 'paid'])
})
