import { startSandbox, type RunningSandbox } from '@merchant-edge/sandbox/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jsonOf, merchantEdgeHere, startMerchantEdge } from './merchant-edge.ts'
import { sendRaw } from './send-raw.ts'

let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(async () => {
  await sandbox.stop()
})

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts a login, and gives the address of the login page as soon as it is shown. */
function startLogin(args: readonly string[]): { page: Promise<string>; ended: Promise<Ended> } {
  const child = startMerchantEdge(['login', '--no-browser', ...args])
  let stdout = ''
  let stderr = ''
  const page = new Promise<string>((resolve) => {
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk)
      const [address] = /http:\S+oauth2\/auth\S+/.exec(stderr) ?? []
      if (address !== undefined) resolve(address)
    })
  })
  child.stdout.on('data', (chunk) => (stdout += String(chunk)))
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
  return { page, ended }
}

interface Step {
  readonly url: string
  readonly body?: string
}

/** Plays the customer: follows redirects with cookies, and sends each form as a browser would. */
async function playCustomer(address: string): Promise<void> {
  const cookies = new Map<string, string>()
  let next: Step | undefined = { url: address }
  while (next !== undefined) {
    const { url, body }: Step = next
    const response: Response = await fetch(url, {
      redirect: 'manual',
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: sandbox.url,
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body !== undefined && { body }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    const text = await response.text()
    next = location === null ? formOf(text, url) : { url: new URL(location, url).href }
  }
}

/** The first form that leads on: as the first test customer, or to give the consent. */
function formOf(page: string, url: string): Step | undefined {
  const forms = page.match(/<form[\s\S]*?<\/form>/g) ?? []
  const form = forms.find((one) => /data-wallet|value="(allow|consent|accept)"/.test(one))
  if (form === undefined) return undefined
  const [, action = url] = /action="([^"]*)"/.exec(form) ?? []
  const fields = new URLSearchParams()
  for (const [tag, kind] of form.matchAll(/<(input|button)[^>]*>/g)) {
    const [, name] = /name="([^"]*)"/.exec(tag) ?? []
    const [, value = ''] = /value="([^"]*)"/.exec(tag) ?? []
    // Every box stays ticked; of the buttons the first one is pressed.
    if (name !== undefined && (kind === 'input' || !fields.has(name))) fields.append(name, value)
  }
  const unescaped = action.replaceAll('&amp;', '&')
  return { url: new URL(unescaped, url).href, body: fields.toString() }
}

describe('login', () => {
  it('signs a person in, and shows no token', async () => {
    const args = ['--issuer', sandbox.url, '--client-id', 'edge-cli', '--json']
    const { page, ended } = startLogin([...args, '--scope', 'openid offline profile phone'])
    await playCustomer(await page)

    const run = await ended

    expect(run.code).toBe(0)
    expect(jsonOf(run)).toMatchObject({
      identity: { subject: expect.stringMatching(/\S/) },
      tokens: { access_token: '***', id_token: '***', refresh_token: '***' },
      user: {
        full_name: expect.stringMatching(/\S/),
        phone_number: expect.stringMatching(/^\*+\d{3}$/),
      },
    })
    expect(run.stdout).not.toMatch(/eyJ|"\d{10}"/)
  })

  it('waits for its redirect, whatever other requests arrive at its port', async () => {
    const args = ['--issuer', sandbox.url, '--client-id', 'edge-cli', '--json']
    const { page, ended } = startLogin(args)
    const address = new URL(await page)
    const port = Number(new URL(address.searchParams.get('redirect_uri') ?? '').port)
    const state = address.searchParams.get('state') ?? ''
    const host = `Host: 127.0.0.1:${port}\r\nConnection: close`
    const ofOthers = [
      `GET // HTTP/1.1\r\n${host}\r\n\r\n`,
      `GET //evil.example/callback?code=1&state=${state} HTTP/1.1\r\n${host}\r\n\r\n`,
      `GET /callback?code=1&state=made-up HTTP/1.1\r\n${host}\r\n\r\n`,
      `GET /callback?error=access_denied HTTP/1.1\r\n${host}\r\n\r\n`,
      'not HTTP at all\r\n\r\n',
    ]

    for (const text of ofOthers) await sendRaw(port, text)
    await playCustomer(address.href)

    expect(await ended).toMatchObject({ code: 0 })
  })

  it('gives up when nobody comes back', async () => {
    const args = ['--issuer', sandbox.url, '--client-id', 'edge-cli', '--timeout', '1', '--json']

    const run = await startLogin(args).ended

    expect(run.code).toBe(1)
    expect(jsonOf(run)).toMatchObject({ error: { reason: 'login_timed_out' } })
  })

  it.each([
    [['--client-id', 'x'], '--issuer is missing'],
    [['--issuer', 'http://localhost:1'], '--client-id is missing'],
    [['--issuer', 'ftp://auth.example', '--client-id', 'x'], 'issuer must be an https address'],
    [['--issuer', 'http://auth.example', '--client-id', 'x'], 'issuer must be an https address'],
    [['--issuer', 'http://localhost:1', '--client-id', 'x', '--path', 'done'], 'path must be'],
  ])('says what is wrong with %j', async (args, words) => {
    const run = await merchantEdgeHere(['login', ...args])

    expect(run.code).toBe(2)
    expect(run.stderr).toContain(words)
  })

  it('says so when the issuer does not answer', async () => {
    const args = ['--issuer', 'http://127.0.0.1:9', '--client-id', 'x', '--no-browser']

    const run = await merchantEdgeHere(['login', ...args])

    expect(run.code).toBe(1)
    expect(run.stderr).toMatch(/\S/)
  })
})
