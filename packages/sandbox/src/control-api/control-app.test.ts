import { exports } from 'cloudflare:workers'
import { generateKeyPair } from '@merchant-edge/signing'
import { beforeAll, describe, expect, it } from 'vitest'
import { freshId, orderFields, workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

let bench: WorkerdBench

beforeAll(async () => {
  bench = await workerdBench()
})

async function ask(
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; reason: string | undefined }> {
  const answer = await exports.default.fetch(new Request(`http://localhost${path}`, init))
  const json: { error?: { reason: string } } = await answer.json()
  return { status: answer.status, reason: json.error?.reason }
}

describe('the control API', () => {
  it.each([
    ['a form', 'PUT', '/control/rules', 'a=1', 'application/x-www-form-urlencoded'],
    ['no JSON', 'PUT', '/control/rules', '{', 'application/json'],
    ['an unknown field', 'PUT', '/control/rules', '{"otp":1}', 'application/json'],
    ['a wrong time', 'PUT', '/control/rules', '{"refundCutOff":"25:00:00"}', 'application/json'],
    [
      'two clock changes',
      'PUT',
      '/control/clock',
      '{"run":true,"freeze":true}',
      'application/json',
    ],
    ['a code of no form', 'POST', '/control/stores', '{"code":"a b"}', 'application/json'],
  ])('refuses %s', async (_what, method, path, body, contentType) => {
    const answer = await ask(path, { method, body, headers: { 'content-type': contentType } })

    expect(answer).toEqual({ status: 400, reason: 'input_invalid' })
  })

  it.each([
    ['GET', '/control/orders/20200101T1'],
    ['POST', '/control/orders/20200101T1/cancel'],
    ['GET', '/control/requests/999999'],
    ['DELETE', '/control/api-keys/nobody'],
    ['PATCH', '/control/wallets/nobody'],
    ['GET', '/control/no-such-route'],
  ])('answers %s %s with 404', async (method, path) => {
    expect((await ask(path, { method })).status).toBe(404)
  })

  it('serves the callback key as PEM', async () => {
    const answer = await exports.default.fetch('http://localhost/callback-key.pem')

    expect(await answer.text()).toBe((await bench.control.state()).callbackPublicKeyPem)
  })
})

describe('the merchant site', () => {
  // Specification: 1.39, 2.17.1, 2.17.3
  it('generates a key pair and shows the private key once', async () => {
    const created = await bench.control.createApiKey({ merchantCode: 'EDGE', name: 'New' })

    const listed = await bench.control.apiKeys()

    expect(created.privateKeyPem).toContain('BEGIN PRIVATE KEY')
    expect(created.apiKey.keyCode.length).toBeLessThanOrEqual(36)
    expect(JSON.stringify(listed)).toContain(created.apiKey.keyCode)
    expect(JSON.stringify(listed)).not.toContain('PRIVATE KEY')
  })

  it('accepts an uploaded public key and returns no private key', async () => {
    const { publicKeyPem } = await generateKeyPair()

    const created = await bench.control.createApiKey({
      merchantCode: 'EDGE',
      name: 'Uploaded',
      publicKeyPem,
    })

    expect(created).not.toHaveProperty('privateKeyPem')
    expect(created.apiKey.publicKeyPem).toBe(publicKeyPem)
  })

  it('refuses a private key that is uploaded by mistake, without repeating it', async () => {
    const { privateKeyPem } = await generateKeyPair()

    const refused = await bench.control
      .createApiKey({ merchantCode: 'EDGE', name: 'Oops', publicKeyPem: privateKeyPem })
      .catch((error: unknown) => error)

    expect(refused).toMatchObject({ status: 400, reason: 'key_invalid' })
    expect(String(refused)).not.toContain(privateKeyPem.slice(100, 140))
  })

  it('refuses a key code that is taken', async () => {
    const key = { merchantCode: 'EDGE', name: 'Twice', keyCode: freshId('key').slice(0, 36) }
    await bench.control.createApiKey(key)

    await expect(bench.control.createApiKey(key)).rejects.toMatchObject({ reason: 'code_taken' })
  })

  it('opens a store with a terminal in which orders can be made until it is closed', async () => {
    const code = freshId('store')
    await bench.control.createStore({ code, merchantCode: 'EDGE', name: 'Pop-up' })
    await bench.control.saveTerminal(code, { posCode: 'TILL-1', name: 'Till' })
    const create = async (pos_code: string) => {
      const fields = orderFields({ store_code: code, pos_code })
      return (await bench.call('/merchant-integration/v1/orders/tqr', { fields })).code
    }

    const before = [await create('TILL-1'), await create('TILL-2')]
    await bench.control.changeStore(code, { status: 'closed' })
    const after = await create('TILL-1')

    expect(before).toEqual([200, 4040201])
    expect(after).toBe(4040201)
  })

  it('does not let a merchant use the store of another', async () => {
    const fields = orderFields({ store_code: 'OTHER-STORE-1', pos_code: 'OTHER-POS-1' })

    const answer = await bench.call('/merchant-integration/v1/orders/tqr', { fields })

    expect(answer.code).toBe(4040201)
  })
})

describe('reset', () => {
  it('restores the first data and keeps the callback key', async () => {
    const before = await bench.control.state()
    const { orderId } = await bench.createOrder()
    await bench.control.pay(orderId)
    await bench.control.setRules({ pointValueVnd: 1 })
    await bench.control.moveClock({ freezeAt: 0 })

    const after = await bench.control.reset()

    expect(after.callbackPublicKeyPem).toBe(before.callbackPublicKeyPem)
    expect(after.rules.pointValueVnd).toBe(1000)
    expect(after.clock.isFrozen).toBe(false)
    expect(await bench.control.orders()).toEqual([])
    const wallets = await bench.control.wallets()
    expect(wallets.map(({ status, vnd }) => [status, vnd > 1_000_000])).toEqual([
      ['active', true],
      ['active', true],
      ['active', false],
      ['blocked', true],
      ['active', false],
      ['active', false],
      ['active', false],
    ])
  })
})
