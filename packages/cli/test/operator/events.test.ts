import { describe, expect, it } from 'vitest'
import { jsonOf } from '../merchant-edge.ts'
import { scriptedCheckout } from '../scripted-checkout.ts'

const checkout = scriptedCheckout()

describe('events show', () => {
  const event = { key: 'E/1', webhookId: 'E', state: 'waiting', endpoint: 'shop', failures: 1 }

  it('shows the body and its deliveries', async () => {
    const at = 1_900_000_000
    const delivery = { at, durationMs: 12, status: 500, failure: 'status' }
    await checkout.answers({ json: { ...event, body: '{"id":"E"}', deliveries: [delivery] } })

    const outcome = await checkout.run('events', 'show', 'E/1')

    expect(checkout.asked.map((request) => request.url)).toEqual(['/operator/events/E%2F1'])
    expect(outcome.stdout).toMatch(/^2030-\S+ +500 +status +12$/m)
    expect(outcome.stdout).toContain('{"id":"E"}')
  })

  it('says so when nothing was sent', async () => {
    await checkout.answers({ json: { ...event, deliveries: [] } })

    const outcome = await checkout.run('events', 'show', 'E/1')

    expect(outcome.stdout).toContain('It has not been sent yet.')
  })
})

describe('events resend', () => {
  const filter = ['--state', 'delivered', '--endpoint', 'shop', '--order', 'O1'] as const

  it('resends every page of a filter, and prints the sum', async () => {
    await checkout.answers(
      { json: { resent: 49, unchanged: 1, cursor: '7' } },
      { json: { resent: 0, unchanged: 0, cursor: '3' } },
      { json: { resent: 2, unchanged: 4 } },
    )

    const outcome = await checkout.run('events', 'resend', ...filter, '--reason', 'why', '--json')

    expect(outcome.code).toBe(0)
    expect(jsonOf(outcome)).toEqual({ resent: 51, unchanged: 5 })
    expect(outcome.stderr).toContain('49 events are due now')
    const body = { state: 'delivered', endpoint: 'shop', orderId: 'O1', reason: 'why' }
    expect(checkout.asked.map((request) => [request.url, request.body])).toEqual([
      ['/operator/events/resend', body],
      ['/operator/events/resend', { ...body, cursor: '7' }],
      ['/operator/events/resend', { ...body, cursor: '3' }],
    ])
  })

  it('sends no filter by default, so that checkout resends the dead ones', async () => {
    await checkout.answers({ json: { resent: 1, unchanged: 0 } })

    const outcome = await checkout.run('events', 'resend', '--reason', 'why')

    expect(outcome.stdout).toContain('1 events are due now; 0 were due already.')
    expect(checkout.asked.map((request) => request.body)).toEqual([{ reason: 'why' }])
  })

  it('stops at a refused page, and says how many it resent', async () => {
    const error = { reason: 'orders_unavailable', message: 'It is so.', remedy: 'Do this.' }
    await checkout.answers(
      { json: { resent: 50, unchanged: 0, cursor: '7' } },
      { status: 503, json: { error } },
    )

    const outcome = await checkout.run('events', 'resend', '--reason', 'why', '--json')

    expect(outcome.code).toBe(1)
    expect(outcome.stderr).toContain('50 events are due now')
    expect(jsonOf(outcome)).toEqual({ error })
  })

  it.each([{}, { resent: 1 }, { resent: '1', unchanged: 0 }])(
    'does not take %j for a count',
    async (json) => {
      await checkout.answers({ json })

      const outcome = await checkout.run('events', 'resend', '--reason', 'why', '--json')

      expect(outcome.code).toBe(1)
      expect(jsonOf(outcome)).toMatchObject({ error: { reason: 'unexpected_answer' } })
    },
  )

  it.each([
    [['E1'], { status: 502, text: '<html>Bad gateway</html>' }],
    [['E1'], { status: 200, json: { status: 'ok' } }],
    [['E1'], { status: 200, text: '{"outcome":', breaks: true }],
    [['--state', 'delivered'], { status: 200, json: { resent: 'all' } }],
    [['--state', 'delivered'], { status: 503, text: '<html>Down</html>' }],
  ] as const)(
    '%j does not say of a repeat that it sends nothing twice: %j',
    async (args, answer) => {
      await checkout.answers(answer)

      const { stdout } = await checkout.run(
        'events',
        'resend',
        ...args,
        '--reason',
        'why',
        '--json',
      )

      expect(stdout).toContain('An action may have happened: look before you repeat it')
      expect(stdout).toContain('once more, under the webhook-id that it has')
      expect(stdout).not.toContain('nothing twice')
    },
  )

  it('says which event is due', async () => {
    await checkout.answers({ json: { outcome: 'resent', event: { key: 'E1' } } })

    const outcome = await checkout.run('events', 'resend', 'E1', '--reason', 'why')

    expect(outcome.stdout).toContain('Due now: E1.')
  })
})

describe('endpoints', () => {
  const shop = { id: 'shop', url: 'https://shop.example/webhooks', events: ['*'], waiting: 2 }

  it('are shown with their waiting events, and why they are paused', async () => {
    const paused = { at: 1_900_000_000, reason: 'gone' }
    await checkout.answers({ json: { endpoints: [{ ...shop, dead: 1, paused }] } })

    const outcome = await checkout.run('endpoints', 'list')

    expect(outcome.stdout).toMatch(/shop +https:\/\/shop\.example\/webhooks .* 2 +1 +2030-.*gone/)
  })

  it.each([
    ['pause', { paused: { at: 1, reason: 'why' } }, 'shop is paused.'],
    ['resume', {}, 'shop is running.'],
  ])('are shown as checkout answers after %s', async (step, state, said) => {
    await checkout.answers({ json: { outcome: 'changed', endpoint: { ...shop, ...state } } })

    const outcome = await checkout.run('endpoints', step, 'shop', '--reason', 'why')

    expect(outcome.stdout).toContain(said)
  })
})
