import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { batchDatabase } from '../../test/batch-database.ts'
import { World } from '../../test/world.ts'
import { findLink, linkWallet, recordLinkCallback, sweep, unlinkWallet } from '../index.ts'
import { erasePerson } from '../personal-data/erase-person.ts'

const customer = 'customer-1'

/** State of the link, and the number of its calls. */
function stepOfLink(): Promise<string | null> {
  return env.DB.prepare("SELECT state || ' ' || calls AS step FROM links").first<string>('step')
}

/** A database in which something happens once the link is at a step, before the call is made. */
function databaseThatReaches(step: string, world: World, meanwhile: () => Promise<unknown>) {
  let isOver = false
  return batchDatabase(world.context.database, async (batch) => {
    const results = await batch()
    if (!isOver && (await stepOfLink()) === step) {
      isOver = true
      await meanwhile()
    }
    return results
  })
}

describe('a link whose request was stored too slowly', () => {
  function linkSlowly(world: World, meanwhile: () => Promise<unknown>) {
    const database = databaseThatReaches('requested 0', world, meanwhile)
    return linkWallet({ ...world.context, database }, customer)
  }

  it('is requested until the end of its lease', async () => {
    const world = new World()

    const outcome = await linkSlowly(world, async () => world.advance({ seconds: 89.999 }))

    expect(outcome).toMatchObject({ outcome: 'requested' })
  })

  it('is not requested after its lease, when the customer has requested another one', async () => {
    const world = new World()

    const outcome = await linkSlowly(world, async () => {
      world.advance({ seconds: 90 })
      await sweep(world.context)
      await linkWallet(world.context, customer)
    })

    expect(outcome).toMatchObject({ outcome: 'refused', code: 0, reason: 'not_sent' })
    expect(world.service.count('link')).toBe(1)
  })
})

describe('a wallet whose unlinking was stored too slowly', () => {
  async function unlinkSlowly(world: World, meanwhile: () => Promise<unknown>) {
    await world.link(customer)
    const database = databaseThatReaches('unlinking 1', world, meanwhile)
    return unlinkWallet({ ...world.context, database }, customer)
  }

  it('is unlinked until the end of its lease', async () => {
    const world = new World()

    const outcome = await unlinkSlowly(world, async () => world.advance({ seconds: 59.999 }))

    expect(outcome).toMatchObject({ outcome: 'unlinked' })
  })

  it('is not unlinked again after its lease, when the customer has linked it again', async () => {
    const world = new World()

    await unlinkSlowly(world, async () => {
      world.advance({ seconds: 60 })
      await sweep(world.context)
      await world.link(customer)
    })

    expect(world.service.count('unlink')).toBe(1)
    expect(await findLink(world.context, customer)).toMatchObject({ state: 'linked' })
  })
})

describe('the answer to a query about a request of a customer who is erased meanwhile', () => {
  /** Confirms an expired request whose customer is erased while the service is asked about it. */
  async function confirmedLate(world: World, afterErasure = async () => {}) {
    await linkWallet(world.context, customer)
    await world.live(20)
    const [, , id = '', token = ''] = new URL(world.service.confirmLink()).pathname.split('/')
    world.service.during = async () => {
      world.service.during = async () => {}
      const action = { reason: 'asked by the customer', staffId: 'an' }
      const outcome = await erasePerson(world.context, { customerId: customer }, action)
      expect(outcome).toMatchObject({ outcome: 'erased' })
      await afterErasure()
    }
    await recordLinkCallback(world.context, { id, token })
    return id
  }

  it('links nothing, and nothing of the customer is stored', async () => {
    const world = new World()

    const id = await confirmedLate(world)

    expect(await env.DB.prepare('SELECT * FROM links').first()).toMatchObject({
      id,
      state: 'expired',
      customer_id: '',
      masked_phone: null,
      sealed_token: null,
      next_call_at_ms: null,
    })
  })

  it('leaves the request of a new customer alone who has the same id', async () => {
    const world = new World()

    await confirmedLate(world, async () => {
      await linkWallet(world.context, customer)
    })

    const { links } = world.service
    world.service.confirmLink()
    expect(links).toHaveLength(2)
    expect(await findLink(world.context, customer)).toMatchObject({ state: 'linked' })
  })
})
