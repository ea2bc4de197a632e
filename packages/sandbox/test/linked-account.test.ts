import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import { startSandbox, type RunningSandbox } from '../src/node/start-sandbox.ts'
import { listen } from './listen.ts'
import { callByHand } from './node-bench.ts'

// Goal: what a partner receives on its own address after a wallet was linked.
// Method: a receiver on loopback keeps every request as it came over the wire.

interface Posted {
  method: string
  contentType: string
  body: string
}

let sandbox: RunningSandbox
let server: Server
let callbackUrl: string
let status = 200
const posted: Posted[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      const { method = '', headers } = request
      posted.push({ method, contentType: headers['content-type'] ?? '', body })
      response.statusCode = status
      response.end('ok')
    })
  })
  const origin = await listen(server)
  callbackUrl = `${origin}/linked`
  sandbox = await startSandbox({ tickMs: 0, callbackHosts: [new URL(origin).host] })
})
afterAll(async () => {
  await sandbox?.stop()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(async () => {
  await sandbox.control.reset()
  posted.length = 0
  status = 200
})

function signed(text: string): string {
  return sign('sha256', Buffer.from(text), createPrivateKey(sandbox.privateKeyPem)).toString(
    'base64',
  )
}

async function askForLink(url = callbackUrl): Promise<{ linkId: string; userId: string }> {
  const userId = randomUUID()
  const answer = await callByHand(sandbox, '/oh-integration/account/v1/link-wallet', {
    fields: {
      signature: signed(`${userId}|EDGE|${url}`),
      callback_url: url,
      partner_code: 'EDGE',
      partner_user_id: userId,
    },
  })
  if (answer.code !== 200) throw new Error(answer.text)
  return { linkId: String(answer.data['link_id']), userId }
}

async function tokenOf(link: { linkId: string; userId: string }): Promise<string> {
  const answer = await callByHand(sandbox, '/oh-integration/account/v1/check-status-link-wallet', {
    fields: {
      signature: signed(`${link.userId}|EDGE|${callbackUrl}`),
      partner_code: 'EDGE',
      link_reference_id: link.linkId,
    },
  })
  return String(answer.data['user_token'])
}

async function until(count: number): Promise<void> {
  const deadline = Date.now() + 60_000
  while (posted.length < count) {
    if (Date.now() > deadline) throw new Error(`${posted.length} of ${count} callbacks`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

describe('the callback of a link', () => {
  // Specification: 3.11, 6.2.1
  it('is a POST of JSON with the token and the masked phone', async () => {
    const link = await askForLink()
    await sandbox.control.confirmLink(link.linkId)

    await until(1)

    expect(posted).toHaveLength(1)
    expect(posted[0]).toMatchObject({ method: 'POST', contentType: 'application/json' })
    expect(JSON.parse(posted[0]?.body ?? '')).toEqual({
      user_token: await tokenOf(link),
      phone_number: '*******001',
      link_reference_id: link.linkId,
      partner_user_id: link.userId,
    })
  })

  it('is not sent for a link that was cancelled', async () => {
    const { linkId } = await askForLink()
    await sandbox.control.cancelLink(linkId)

    await sandbox.control.tick()

    expect(posted).toEqual([])
  })

  it('is not sent to a host that is not listed', async () => {
    const { linkId } = await askForLink('https://merchant.example/linked')
    await sandbox.control.confirmLink(linkId)
    await sandbox.control.tick()

    const { callbacks } = await sandbox.control.link(linkId)

    expect(callbacks).toMatchObject([{ state: 'blocked', tries: [{ httpStatus: null }] }])
    expect(callbacks[0]?.tries[0]?.outcome).toContain('CALLBACK_HOSTS')
  })

  it('is lost when the switch `lose` is set', async () => {
    await sandbox.control.setCallbackSwitches({ lose: true })
    const link = await askForLink()
    await sandbox.control.confirmLink(link.linkId)
    await sandbox.control.tick()

    const { callbacks } = await sandbox.control.link(link.linkId)

    expect(posted).toEqual([])
    expect(callbacks).toMatchObject([{ state: 'lost' }])
    expect(await tokenOf(link)).toMatch(/^UT/)
  })

  it('is delayed by the clock of the sandbox', async () => {
    await sandbox.control.setCallbackSwitches({ delaySeconds: 3600 })
    const { linkId } = await askForLink()
    await sandbox.control.confirmLink(linkId)
    await sandbox.control.tick()
    const before = posted.length

    await sandbox.control.moveClock({ advanceSeconds: 3601 })

    expect([before, posted.length]).toEqual([0, 1])
  })

  it('is repeated', async () => {
    await sandbox.control.setCallbackSwitches({ repeat: 12 })
    const { linkId } = await askForLink()
    await sandbox.control.confirmLink(linkId)

    await until(13)

    expect(new Set(posted.map(({ body }) => body)).size).toBe(1)
  })

  it('is sent after a forged one, whose token cannot pay', async () => {
    await sandbox.control.setCallbackSwitches({ forge: true })
    const link = await askForLink()
    await sandbox.control.confirmLink(link.linkId)

    await until(2)

    const [forged, genuine] = posted.map(({ body }): unknown => JSON.parse(body))
    expect(genuine).toMatchObject({ user_token: await tokenOf(link) })
    expect(forged).toMatchObject({ link_reference_id: link.linkId })
    expect(forged).not.toMatchObject({ user_token: await tokenOf(link) })
  })

  it('is retried as often as the schedule says', async () => {
    status = 500
    await sandbox.control.setCallbackSwitches({ retrySeconds: [10, 60] })
    const { linkId } = await askForLink()
    await sandbox.control.confirmLink(linkId)
    await until(1)
    await sandbox.control.moveClock({ advanceSeconds: 11 })
    status = 200
    await sandbox.control.moveClock({ advanceSeconds: 61 })

    const { callbacks } = await sandbox.control.link(linkId)

    expect(callbacks).toMatchObject([{ state: 'delivered' }])
    expect(callbacks[0]?.tries.map(({ httpStatus }) => httpStatus)).toEqual([500, 500, 200])
  })
})
