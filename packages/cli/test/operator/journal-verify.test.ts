import { describe, expect, it } from 'vitest'
import { jsonOf } from '../merchant-edge.ts'
import { scriptedCheckout } from '../scripted-checkout.ts'

const checkout = scriptedCheckout()

describe('journal verify', () => {
  const step = { unsealed: 0, head: 'ab', lastSeq: 12 }

  it('verifies in steps, and shows its progress', async () => {
    await checkout.answers(
      { json: { ...step, verified: 10, seq: 10, cursor: '10.ab' } },
      { json: { ...step, verified: 2, seq: 12, unsealed: 1, head: 'cd' } },
    )

    const outcome = await checkout.run('journal', 'verify', '--json')

    expect(outcome.code).toBe(0)
    expect(jsonOf(outcome)).toEqual({ verified: 12, unsealed: 1, head: 'cd' })
    expect(outcome.stderr).toContain('verified up to 10 of 12')
    expect(checkout.asked.map((request) => request.url)).toEqual([
      '/operator/journal/verification?rows=5000',
      '/operator/journal/verification?cursor=10.ab&rows=5000',
    ])
  })

  it('exits with 1 when a row was changed', async () => {
    const broken = { seq: 11, reason: 'row_changed' }
    await checkout.answers(
      { json: { ...step, verified: 10, seq: 10, cursor: '10.ab' } },
      { json: { ...step, verified: 0, seq: 10, broken } },
    )

    const outcome = await checkout.run('journal', 'verify', '--json')

    expect(outcome.code).toBe(1)
    expect(jsonOf(outcome)).toMatchObject({ verified: 10, broken })
  })
})
