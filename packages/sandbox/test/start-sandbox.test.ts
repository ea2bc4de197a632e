import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { generate } from 'lean-qr'
import { afterEach, assert, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../src/node/start-sandbox.ts'
import { callByHand, httpOrder, startReceiver } from './node-bench.ts'
import { sendRaw } from './raw-request.ts'

const { publicKey: publicKeyPem } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
let folder: string
const running: RunningSandbox[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.stop()))
  await rm(folder, { recursive: true, force: true })
})

async function start(options: Parameters<typeof startSandbox>[0] = {}): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ tickMs: 0, ...options })
  running.push(sandbox)
  return sandbox
}

async function stop(sandbox: RunningSandbox): Promise<void> {
  running.splice(running.indexOf(sandbox), 1)
  await sandbox.stop()
}

const tqr = '/merchant-integration/v1/orders/tqr'

describe('startSandbox', () => {
  // Specification: 1.42, 2.17.5
  it('accepts a request that was signed by hand with its key', async () => {
    const sandbox = await start()

    const answer = await callByHand(sandbox, tqr, {
      fields: httpOrder(sandbox, 'https://merchant.example/ipn'),
      requestId: 'my-request-1',
    })

    expect(answer).toMatchObject({ status: 200, code: 200 })
    expect(answer.data['order_id']).toMatch(/^\d{8}T\d{11}$/)
    expect(answer.headers.get('x-request-id')).toBe('my-request-1')
    expect(answer.headers.get('content-type')).toContain('application/json')
  })

  it('keeps orders, balances and the callback key between starts in persistTo', async () => {
    const first = await start({ persistTo: folder })
    const fields = httpOrder(first, 'https://merchant.example/ipn')
    const { data } = await callByHand(first, tqr, { fields })
    const orderId = String(data['order_id'])
    await first.control.pay(orderId, { points: 7 })
    const balances = (await first.control.ledger()).balances
    await stop(first)

    const second = await start({ persistTo: folder })

    const status = await callByHand(second, `/merchant-integration/v1/qr/query/${orderId}`)
    expect(status.data).toMatchObject({ pay_status: 'SUCCESS', point_amount: 7 })
    expect((await second.control.ledger()).balances).toEqual(balances)
    expect(second.callbackPublicKeyPem).toBe(first.callbackPublicKeyPem)
  })

  it('sends after a restart the callbacks that were due before it', async () => {
    const first = await start({ persistTo: folder })
    await first.control.setNextOrderSwitches({ delaySeconds: 3600 })
    const fields = httpOrder(first, 'https://merchant.example/ipn')
    const { data } = await callByHand(first, tqr, { fields })
    await first.control.pay(String(data['order_id']))
    await stop(first)
    const second = await start({ persistTo: folder })

    await second.control.moveClock({ advanceSeconds: 3601 })

    expect(await second.control.callbacks()).toMatchObject([{ state: 'blocked' }])
  })

  it('sends again after a crash the callbacks that were being sent', async () => {
    const receiver = await startReceiver()
    receiver.answer = () => undefined
    const callbackHosts = [new URL(receiver.url).host]
    const first = await start({ persistTo: folder, callbackHosts })
    const { data } = await callByHand(first, tqr, { fields: httpOrder(first, receiver.url) })
    const orderId = String(data['order_id'])
    await first.control.pay(orderId)
    await receiver.until(1)
    await stop(first)
    receiver.answer = (_request, response) => response.end('ok')
    const second = await start({ persistTo: folder, callbackHosts })

    await second.control.tick()

    const { callbacks } = await second.control.order(orderId)
    await receiver.stop()
    expect(receiver.received).toHaveLength(2)
    expect(receiver.received[1]).toBe(receiver.received[0])
    expect(callbacks).toMatchObject([{ state: 'delivered' }])
  })

  it('registers seedKeys', async () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const sandbox = await start({
      seedKeys: [
        {
          keyCode: 'my-own-key',
          publicKeyPem: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
        },
      ],
      callbackPrivateKeyPem: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    })
    const privateKeyPem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

    const answer = await callByHand({ ...sandbox, keyCode: 'my-own-key', privateKeyPem }, tqr, {
      fields: httpOrder(sandbox, 'https://merchant.example/ipn'),
    })

    expect(answer.code).toBe(200)
    expect(sandbox.callbackPublicKeyPem.trim()).toBe(
      pair.publicKey.export({ type: 'spki', format: 'pem' }).toString().trim(),
    )
  })

  it('keeps a seeded key revoked, or its end, at the next start', async () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const publicKeyPem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const privateKeyPem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const seedKeys = ['revoked-key', 'ending-key'].map((keyCode) => ({ keyCode, publicKeyPem }))
    const first = await start({ persistTo: folder, seedKeys: seedKeys.slice(0, 1) })
    const { clock } = await first.control.state()
    const expiresAt = clock.now + 3600
    await first.control.createApiKey({
      merchantCode: 'EDGE',
      name: 'Ending',
      keyCode: 'ending-key',
      publicKeyPem,
      expiresAt,
    })
    await first.control.revokeApiKey('revoked-key')
    await stop(first)

    const second = await start({ persistTo: folder, seedKeys })

    const answerTo = async (keyCode: string) => {
      const fields = httpOrder(second, 'https://merchant.example/ipn')
      return (await callByHand({ ...second, keyCode, privateKeyPem }, tqr, { fields })).text
    }
    expect(await answerTo('revoked-key')).toContain('the key is revoked')
    expect(await answerTo('ending-key')).toContain('"code":200')
    await second.control.moveClock({ advanceSeconds: 3601 })
    expect(await answerTo('ending-key')).toContain('the key has expired')
  })

  it('keeps a replaced callback key when the next start gives the old one', async () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const callbackPrivateKeyPem = pair.privateKey
      .export({ type: 'pkcs8', format: 'pem' })
      .toString()
    const first = await start({ persistTo: folder, callbackPrivateKeyPem })
    const [, replaced] = await first.control.rotateCallbackKey()
    await stop(first)

    const second = await start({ persistTo: folder, callbackPrivateKeyPem })

    expect(second.callbackPublicKeyPem).toBe(replaced?.publicKeyPem)
    expect(second.callbackPublicKeyPem).not.toBe(first.callbackPublicKeyPem)
    expect(await second.control.callbackKeys()).toMatchObject([
      { state: 'ending' },
      { state: 'signing' },
    ])
  })

  it('registers another pair under the code of a revoked key as a new key', async () => {
    const first = await start({ persistTo: folder })
    await first.control.revokeApiKey(first.keyCode)
    await stop(first)

    const second = await start({ persistTo: folder })

    const fields = httpOrder(second, 'https://merchant.example/ipn')
    expect(await callByHand(second, tqr, { fields })).toMatchObject({ code: 200 })
  })

  it('keeps later changes of a seeded client', async () => {
    const options = {
      persistTo: folder,
      checksumKey: 'the-first-checksum-key',
      seedClients: [{ clientId: 'my-client', redirectUris: ['https://merchant.example/cb'] }],
    }
    const first = await start(options)
    await first.control.removeSignOnClient('my-client')
    await first.control.changeExchangePartner('EDGE', { checksumKey: 'another-checksum-key' })
    await stop(first)

    const second = await start(options)

    const clients = await second.control.signOnClients()
    expect(clients.map(({ clientId }) => clientId)).not.toContain('my-client')
    expect((await second.control.exchangePartner('EDGE')).checksumKey).toBe('another-checksum-key')
    await stop(second)

    const third = await start({ ...options, checksumKey: 'a-third-checksum-key' })

    expect((await third.control.exchangePartner('EDGE')).checksumKey).toBe('a-third-checksum-key')
  })

  it('refuses a damaged key before it starts anything', async () => {
    const seedKeys = [{ keyCode: 'k', publicKeyPem: 'nonsense' }]

    await expect(startSandbox({ seedKeys })).rejects.toThrow('cannot be used')
  })

  it.each([
    ['checksumKey', { checksumKey: 'short' }],
    ['seedClients', { seedClients: [{ clientId: 'an id with spaces' }] }],
    ['seedClients', { seedClients: [{ clientId: 'new-client', clientName: 'New' }] }],
    ['callbackPrivateKeyPem', { callbackPrivateKeyPem: 'no key' }],
    ['seedKeys', { seedKeys: [{ keyCode: 'k'.repeat(37), publicKeyPem }] }],
    ['controlSecret', { controlSecret: 'short' }],
  ])('names the option %s when its value is wrong', async (option, options) => {
    const error = await start(options).catch((caught: unknown) => caught)

    assert(error instanceof TypeError, String(error))
    expect(error.message).toMatch(new RegExp(`^startSandbox: ${option} `))
    expect(error.message).not.toMatch(/SEED_|CONTROL_SECRET|not_configured|HTTP/)
  })

  it('answers under a host of allowedHosts only with the secret', async () => {
    const controlSecret = 'a-secret-of-this-test'
    const sandbox = await start({ allowedHosts: ['box.test:8790'], controlSecret })
    const host = 'box.test:8790'
    const get = (headers: Record<string, string>) =>
      sendRaw(sandbox.url, { method: 'GET', path: '/control', headers })

    const authorization = `Bearer ${controlSecret}`
    expect((await get({ host, authorization })).status).toBe(200)
    expect((await get({ host })).status).toBe(401)
    expect((await get({ host: 'box.test', authorization })).status).toBe(421)
    expect((await sandbox.control.state()).url).toBe(sandbox.url)
  })

  it.each(['*', 'https://merchant.example', 'a,b', 'merchant.example/ipn', ''])(
    'refuses %j as a host',
    async (host) => {
      await expect(startSandbox({ callbackHosts: [host] })).rejects.toThrow(TypeError)
      await expect(startSandbox({ allowedHosts: [host] })).rejects.toThrow('allowedHosts')
    },
  )

  it('starts its clock at `startsAt`, and sends it in the Date header', async () => {
    const sandbox = await start({ startsAt: 2_000_000_000 })

    const answer = await callByHand(sandbox, tqr, {
      fields: httpOrder(sandbox, 'https://merchant.example/ipn'),
    })

    const date = Date.parse(answer.headers.get('date') ?? '') / 1000
    expect(answer.code).toBe(200)
    expect(date - 2_000_000_000).toBeLessThan(10)
    expect(String(answer.data['order_id'])).toMatch(/^20330518T/)
  })

  it('draws a QR that contains the text of the order', async () => {
    const sandbox = await start()
    const { data } = await callByHand(sandbox, tqr, {
      fields: httpOrder(sandbox, 'https://merchant.example/ipn'),
    })

    const png = Buffer.from(String(data['qr_data']), 'base64')

    const side = png.readUInt32BE(16)
    const pixels = inflateSync(png.subarray(41, png.length - 16))
    const rowLength = 1 + Math.ceil(side / 8)
    const expected = generate(String(data['qr_code']))
    const isDark = (x: number, y: number) =>
      ((pixels[y * rowLength + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(side).toBe((expected.size + 8) * 6)
    for (let y = -4; y < expected.size + 4; y++) {
      for (let x = -4; x < expected.size + 4; x++) {
        expect(isDark((x + 4) * 6 + 3, (y + 4) * 6 + 3)).toBe(expected.get(x, y))
      }
    }
  })
})
