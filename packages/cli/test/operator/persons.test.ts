import { describe, expect, it } from 'vitest'
import { jsonOf } from '../merchant-edge.ts'
import { scriptedCheckout } from '../scripted-checkout.ts'

const checkout = scriptedCheckout()

describe('persons', () => {
  it('export writes the stored data of a person, and never puts the phone number into an address', async () => {
    const kept = { links: [], orders: [{ id: 'A-1' }], transfers: [], isCutOff: false }
    await checkout.answers({ json: kept })

    const outcome = await checkout.run('persons', 'export', '--phone', '0900000123', '--json')

    expect(outcome.code).toBe(0)
    expect(jsonOf(outcome)).toEqual(kept)
    expect(checkout.asked).toMatchObject([
      { method: 'POST', url: '/operator/persons/export', body: { phone: '0900000123' } },
    ])
  })

  it('export says that not everything is in it', async () => {
    await checkout.answers({ json: { links: [], orders: [{ id: 'A-1' }], isCutOff: true } })

    const outcome = await checkout.run('persons', 'export', '--customer', 'C-17', '--json')

    expect(outcome.code).toBe(1)
    expect(jsonOf(outcome)).toMatchObject({ orders: [{ id: 'A-1' }], isCutOff: true })
    expect(outcome.stderr).toContain('not everything')
  })

  it('erase prints the counts, and sends a reason', async () => {
    await checkout.answers({ json: { outcome: 'erased', links: 1, orders: 2, transfers: 0 } })

    const outcome = await checkout.run(
      'persons',
      'erase',
      '--customer',
      'C-17',
      '--reason',
      'checkout.asked for it',
    )

    expect(outcome.code).toBe(0)
    expect(outcome.stdout).toContain('Erased: 1 links, 2 orders, 0 transfers.')
    expect(checkout.asked).toMatchObject([
      {
        url: '/operator/persons/erase',
        body: { customerId: 'C-17', reason: 'checkout.asked for it' },
      },
    ])
  })

  it.each(['export', 'erase'])('%s needs somebody', async (step) => {
    const outcome = await checkout.run('persons', step, '--reason', 'checkout.asked for it')

    expect(outcome.code).toBe(2)
    expect(checkout.asked).toEqual([])
  })
})
