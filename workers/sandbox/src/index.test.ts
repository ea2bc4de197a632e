import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import worker from './index.ts'
import type * as main from './index.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      DB: D1Database
    }
    interface GlobalProps {
      mainModule: typeof main
    }
  }
}

const deployed = {
  SANDBOX_URL: 'https://sandbox.example',
  CONTROL_SECRET: 'a-secret-of-this-test',
}

async function ask(
  path: string,
  variables: Readonly<Record<string, string>>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const context = createExecutionContext()
  const request = new Request(deployed.SANDBOX_URL + path, { headers, redirect: 'manual' })
  const answer = await worker.fetch(request, { ...env, ...variables }, context)
  await waitOnExecutionContext(context)
  return answer
}

describe('the sandbox Worker', () => {
  it('creates its tables on the first request and shows its state on loopback', async () => {
    const answer = await exports.default.fetch('http://localhost/control')

    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ url: 'http://localhost' })
  })

  it('refuses public host names that are not configured', async () => {
    const answer = await exports.default.fetch('https://sandbox.example/control')

    expect(answer.status).toBe(421)
  })

  it('keeps pages and the control API closed on a public name while no secret is set', async () => {
    const { SANDBOX_URL } = deployed

    for (const path of ['/control', '/', '/phone', '/merchant', '/pay/1']) {
      expect((await ask(path, { SANDBOX_URL })).status).toBe(403)
    }
  })

  it('limits the attempts of an address that guesses the secret', async () => {
    const guess = { authorization: 'Bearer wrong', 'cf-connecting-ip': '192.0.2.9' }
    let answer = await ask('/control', deployed, guess)
    // Twice the limit, for the minute may end in between.
    for (let tries = 1; tries < 61 && answer.status === 401; tries += 1) {
      answer = await ask('/control', deployed, guess)
    }

    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('60')
  })

  it('opens them with its secret, and the calls of merchants with their signatures', async () => {
    const bearer = { authorization: `Bearer ${deployed.CONTROL_SECRET}` }

    expect((await ask('/control', deployed, bearer)).status).toBe(200)
    expect((await ask('/merchants', deployed, bearer)).status).toBe(200)
    expect((await ask('/merchants', deployed)).headers.get('location')).toMatch(/^\/log-in/)
    expect((await ask('/merchant-integration/v1/qr/query/1', deployed)).status).toBe(401)
    expect((await ask('/callback-key.pem', deployed)).status).toBe(200)
  })

  it('reports every problem of its variables at once, without values', async () => {
    const wrong = {
      SANDBOX_URL: deployed.SANDBOX_URL,
      CONTROL_SECRET: 'short-one',
      CALLBACK_HOSTS: 'ipn.example,https://shop.example/path',
      SEED_KEYS: '[{"keyCode":"K1","publicKeyPem":"no-pem"},{"keyCode":""}]',
      SEED_CLIENTS: 'no-json',
      SEED_CALLBACK_KEY: 'no-key',
      SEED_CHECKSUM_KEY: 'a b',
    }

    const health = await ask('/health', wrong)
    const said = await health.text()

    expect(health.status).toBe(503)
    expect(JSON.parse(said)).toMatchObject({
      status: 'not_configured',
      problems: [
        { name: 'CALLBACK_HOSTS', problem: 'has 1 of 2 that are no host' },
        { name: 'CONTROL_SECRET', remedy: expect.stringContaining('openssl rand') },
        { name: 'SEED_KEYS', problem: expect.stringContaining('entry 0 whose publicKeyPem is') },
        { name: 'SEED_KEYS', problem: expect.stringContaining('entry 1 whose keyCode') },
        { name: 'SEED_CLIENTS', problem: 'is no JSON list' },
        { name: 'SEED_CALLBACK_KEY', problem: expect.stringMatching(/^is /) },
        { name: 'SEED_CHECKSUM_KEY' },
      ],
    })
    expect(said).not.toMatch(/short-one|no-pem|no-json|no-key|a b/)
    const call = await ask('/merchant-integration/v1/qr/query/1', wrong)
    expect([call.status, await call.text()]).toEqual([503, said])
    expect((await ask('/health', deployed)).status).toBe(200)
  })
})
