import { describe, expect, it } from 'vitest'
import { jsonOf } from '../merchant-edge.ts'
import { scriptedCheckout } from '../scripted-checkout.ts'

const checkout = scriptedCheckout()

describe('differences', () => {
  const day = '2026-09-01'
  const runId = '0123456789abcdef0123456789abcdef'
  const verdict = { verdict: 'service', reason: 'seen', staffId: 'binh', at: 1_900_000_000 }

  function difference(position: number, more: object = {}) {
    const partner = { columns: { walletCode: `W${position}`, amount: '50000' } }
    return { day, runId, position, status: '02', differs: [], partner, service: [], ...more }
  }

  it('that wait are counted by day, and each is shown in the form that decide accepts', async () => {
    const days = [{ day, runId, total: 9, undecided: 2 }]
    const answer = { days, differences: [difference(0), difference(120)] }
    await checkout.answers({ json: answer }, { json: answer })

    const outcome = await checkout.run('differences', 'list')
    const inJson = await checkout.run('differences', 'list', '--json')

    expect(outcome.code).toBe(0)
    expect(outcome.stdout).toMatch(/^DAY +RUN +DIFFERENCES +UNDECIDED$/m)
    expect(outcome.stdout).toMatch(new RegExp(`^${day} +${runId} +9 +2$`, 'm'))
    expect(outcome.stdout).toMatch(/^DIFFERENCE OF +RUN +POSITION +STATUS /m)
    expect(outcome.stdout).toMatch(new RegExp(`^${day} +${runId} +120 +02 +.*W120 +50000$`, 'm'))
    expect(outcome.stdout).not.toContain('More')
    expect(jsonOf(inJson)).toEqual(answer)
  })

  it('name the columns in which the two sides differ as plain words', async () => {
    const differs = ['amount', 'currency']
    const differences = [difference(0, { differs: ['amount'] }), difference(120, { differs })]
    const answer = { days: [{ day, runId, total: 2, undecided: 2 }], differences }
    await checkout.answers({ json: answer }, { json: answer })

    const outcome = await checkout.run('differences', 'list')
    const inJson = await checkout.run('differences', 'list', '--json')

    expect(outcome.stdout).toMatch(/ 0 +02 +amount +W0 /)
    expect(outcome.stdout).toMatch(/ 120 +02 +amount, currency +W120 /)
    expect(outcome.stdout).not.toContain('[')
    expect(jsonOf(inJson)).toEqual(answer)
  })

  it('that wait and are not shown are counted', async () => {
    const days = [
      { day, runId, total: 70, undecided: 60 },
      { day: '2026-09-02', runId, total: 3, undecided: 3 },
    ]
    await checkout.answers({ json: { days, differences: [difference(0)] } })

    const outcome = await checkout.run('differences', 'list')

    expect(outcome.stdout).toContain('More: 62 others wait; --day DATE lists all of a day.')
  })

  it('that are empty are reported as none', async () => {
    await checkout.answers({ json: { days: [], differences: [] } })

    const outcome = await checkout.run('differences', 'list')

    expect([outcome.code, outcome.stdout]).toEqual([0, 'No difference waits for a verdict.\n'])
  })

  it('of a day are read page by page, with their verdicts', async () => {
    const page = { day, runId, total: 60, decided: 1 }
    const many = Array.from({ length: 50 }, (_, number) => difference(number))
    const answers = [
      { ...page, differences: many, cursor: 'c1' },
      { ...page, differences: [difference(900, { verdict })], cursor: 'c2' },
    ]
    await checkout.answers(...[...answers, ...answers].map((json) => ({ json })))

    const args = ['differences', 'list', '--day', day, '--limit', '51']
    const outcome = await checkout.run(...args)
    const inJson = await checkout.run(...args, '--json')

    expect(checkout.asked.slice(0, 2).map((request) => request.url)).toEqual([
      `/operator/differences/${day}?limit=50`,
      `/operator/differences/${day}?cursor=c1&limit=1`,
    ])
    expect(outcome.stdout).toMatch(new RegExp(`^${day} +${runId} +60 +59$`, 'm'))
    expect(outcome.stdout).toMatch(/ 900 +02 .* service +binh$/m)
    expect(outcome.stdout).toContain('More: add --cursor c2')
    const { differences, ...rest } = jsonOf(inJson)
    expect(rest).toEqual({ ...page, cursor: 'c2' })
    expect(differences).toHaveLength(51)
  })

  it('of a day that is compared again between two pages are not mixed', async () => {
    const page = { day, runId, total: 60, decided: 1, differences: [difference(0)], cursor: 'c1' }
    const error = { reason: 'compared_anew', message: 'It is so.', remedy: 'Start over.' }
    await checkout.answers({ json: page }, { status: 409, json: { error } })

    const outcome = await checkout.run('differences', 'list', '--day', day, '--json')

    expect(outcome.code).toBe(1)
    expect(jsonOf(outcome)).toEqual({ error })
  })

  it.each([{ days: [] }, { differences: [] }, { days: [{ day }], differences: [] }])(
    'that are %j are an error',
    async (json) => {
      await checkout.answers({ json })

      const outcome = await checkout.run('differences', 'list', '--json')

      expect(outcome.code).toBe(1)
      expect(jsonOf(outcome)).toMatchObject({ error: { reason: 'unexpected_answer' } })
    },
  )

  it('are decided, and the recorded verdict is shown', async () => {
    await checkout.answers({
      json: { outcome: 'decided', difference: difference(120, { verdict }) },
    })

    const args = [day, runId, '120', '--verdict', 'service', '--reason', 'seen']
    const outcome = await checkout.run('differences', 'decide', ...args)

    expect(outcome.code).toBe(0)
    expect(outcome.stdout).toContain('Decided; the verdict is service, by binh.')
  })
})
