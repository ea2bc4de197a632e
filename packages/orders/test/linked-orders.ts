import type { NewOrder } from '../src/api.ts'
import { payWithLink } from '../src/index.ts'
import { World } from './world.ts'

/** A world in which the service holds the money of a linked wallet for an order. */
export async function worldWithHold(order: Partial<NewOrder> = {}): Promise<World> {
  const world = new World()
  const id = await world.openLinked({ ...order, holdPayment: true })
  await payWithLink(world.context, id)
  return world
}

/** The states of an order and of its newest payment with a linked wallet. */
export async function statesOf(world: World, id: string): Promise<string> {
  const { order, attempts } = await world.order(id)
  const attempt = attempts.findLast(({ method }) => method === 'linked-wallet')
  return `${order.state} ${attempt?.state}`
}
