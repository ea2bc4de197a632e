import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { merchantEdge, merchantEdgeHere } from '../merchant-edge.ts'
import { scratchDirectory } from '../scratch-directory.ts'
import { scriptedCheckout, token } from '../scripted-checkout.ts'

const checkout = scriptedCheckout()
const directory = scratchDirectory()

describe('the address and token of an operator', () => {
  it('come from --url and --token, which win over the environment', async () => {
    await checkout.answers({ json: { orders: [] } })

    const outcome = await merchantEdgeHere(
      ['orders', 'list', '--url', checkout.url, '--token', 'meo_x'],
      {
        environment: { MERCHANT_EDGE_URL: 'http://127.0.0.1:9', MERCHANT_EDGE_TOKEN: 'other' },
      },
    )

    expect(outcome.code).toBe(0)
    expect(checkout.asked[0]?.authorization).toBe('Bearer meo_x')
  })

  it('are separate from those of the service: neither host gets the secret of the other', async () => {
    await checkout.answers()
    const folder = mkdtempSync(join(directory, 'both-'))
    const environment = { HOME: folder, MERCHANT_EDGE_TOKEN: token }

    const called = await merchantEdge(['call', 'queryOrder', '--json-body', '{}'], {
      environment: { ...environment, MERCHANT_EDGE_URL: checkout.url },
    })
    const listed = await merchantEdge(['orders', 'list'], {
      environment: { ...environment, MERCHANT_EDGE_SERVICE_URL: checkout.url },
    })

    expect(called).toMatchObject({ code: 2, stderr: expect.stringContaining('--url BASE') })
    expect(listed).toMatchObject({ code: 2, stderr: expect.stringContaining('--url URL') })
    expect(checkout.asked).toEqual([])
  })

  it('come from a file', async () => {
    await checkout.answers({ json: { orders: [] } })
    const file = join(mkdtempSync(join(directory, 'access-')), 'operator.json')
    writeFileSync(file, JSON.stringify({ url: checkout.url, token }))

    const outcome = await merchantEdgeHere(['orders', 'list', '--access', file])

    expect(outcome.code).toBe(0)
    expect(checkout.asked[0]?.authorization).toBe(`Bearer ${token}`)
  })

  it.each([
    [[], '--url URL and --token TOKEN are missing.'],
    [['--url', 'http://127.0.0.1:9'], '--token TOKEN is missing.'],
    [['--token', 'meo_x'], '--url URL is missing.'],
  ])('are refused as %j without an operator file', async (args, problem) => {
    const folder = mkdtempSync(join(directory, 'nobody-'))

    const outcome = await merchantEdge(['orders', 'list', ...args], {
      environment: { HOME: folder },
    })

    expect(outcome.code).toBe(2)
    expect(outcome.stderr).toContain(problem)
  })

  it.each([
    [['--url', 'http://checkout.example.com', '--token', 'meo_x'], 'is not encrypted'],
    [['--url', 'checkout.example', '--token', 'meo_x'], 'such as --url https://host.example.'],
    [['--url', 'http://127.0.0.1:9/operator', '--token', 'meo_x'], 'more than the host'],
    [['--url', 'http://127.0.0.1:9', '--token', 'mein Geheimnis'], '--token is no token.'],
    [['--access', '/nowhere/at/all.json'], 'cannot be read'],
  ])('are refused as %j', async (args, problem) => {
    const outcome = await merchantEdgeHere(['orders', 'list', ...args])

    expect(outcome.code).toBe(2)
    expect(outcome.stderr).toContain(problem)
    expect(outcome.stderr).not.toContain('Geheimnis')
  })
})
