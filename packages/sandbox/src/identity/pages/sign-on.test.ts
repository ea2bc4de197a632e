import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { authorizationUrl, send } from '../../../test/identity-bench.ts'
import { logIn } from '../../../test/page-bench.ts'
import { workerdBench, type WorkerdBench } from '../../../test/workerd-bench.ts'

let bench: WorkerdBench
let cookie: string

beforeAll(async () => {
  bench = await workerdBench()
})
beforeEach(async () => {
  await bench.control.clearIdentityFaults()
  ;({ cookie } = await logIn())
})

function submit(path: string, fields: Record<string, string> | [string, string][]) {
  const headers = { origin: 'http://localhost', cookie }
  return send(path, { method: 'POST', headers, body: new URLSearchParams(fields) })
}

async function text(path: string): Promise<string> {
  return (await send(path, { headers: { cookie } })).text()
}

describe('the page about the identity server', () => {
  it.each([
    ['en', 'Fault switches'],
    ['vi', 'Công tắc lỗi'],
  ])('speaks %s', async (language, heading) => {
    const page = await text(`/sign-on?lang=${language}`)

    expect(page).toContain(heading)
    expect(page).not.toContain('undefined')
  })

  it('shows who is signed in, and signs them out', async () => {
    const { sid = '' } = await bench.control.signInCustomer({ url: authorizationUrl() })
    await bench.control.removeSignOnClient('edge-shop')
    const before = await text('/sign-on')
    await submit('/sign-on/sessions/end', { sid })

    const sessions = await bench.control.signOnSessions()

    expect(before).toContain(sid)
    expect(sessions.find((session) => session.sid === sid)?.endedAt).not.toBeNull()
    await bench.control.reset()
  })

  it('sets a fault switch, shows it and clears it', async () => {
    const name = 'oidcc-client-test-invalid-iss'
    await submit('/sign-on/faults', { name, clientId: 'edge-shop', times: '' })
    const [fault] = await bench.control.identityFaults()
    const page = await text('/sign-on?lang=en')
    await submit('/sign-on/faults/clear', { id: String(fault?.id) })

    const afterwards = await bench.control.identityFaults()

    expect(fault).toMatchObject({ name, clientId: 'edge-shop', remaining: null })
    expect(page).toContain('edge-shop,')
    expect(afterwards).toEqual([])
  })

  it('refuses an unknown fault switch', async () => {
    const answer = await submit('/sign-on/faults', { name: 'nothing', clientId: '*', times: '1' })

    expect(answer.status).toBe(400)
  })

  it('rotates the signing key', async () => {
    const [before] = await bench.control.signingKeys()
    await submit('/sign-on/keys', { old: 'withdrawn' })

    const keys = await bench.control.signingKeys()

    expect(keys.filter(({ state }) => state === 'current')).toHaveLength(1)
    expect(keys.find(({ kid }) => kid === before?.kid)?.state).toBe('withdrawn')
  })
})

describe('the sign-on clients of the merchant site', () => {
  const form: [string, string][] = [
    ['clientName', 'My app'],
    ['clientId', 'my-app'],
    ['tokenEndpointAuthMethod', 'client_secret_post'],
    ['redirectUris', 'https://app.example/callback\r\ncom.example.app:/callback\r\n'],
    ['postLogoutRedirectUris', 'https://app.example/bye'],
    ['backchannelLogoutUri', ''],
    ['metadata', '{"hotline":"1900 1234"}'],
    ['scopes', 'openid'],
    ['scopes', 'phone'],
  ]

  // Specification: 2.16.1, 2.16.2, 2.16.7
  it('are registered with a secret that is shown once', async () => {
    const answer = await submit('/merchant/sign-on?lang=en', form)

    const created = (await bench.control.signOnClients()).find(
      ({ clientId }) => clientId === 'my-app',
    )
    const secret = /<pre>([\w-]{43}\.[\w-]{43})<\/pre>/.exec(await answer.text())?.[1] ?? ''
    expect(created).toMatchObject({
      clientName: 'My app',
      hasSecret: true,
      redirectUris: ['https://app.example/callback', 'com.example.app:/callback'],
      postLogoutRedirectUris: ['https://app.example/bye'],
      backchannelLogoutUri: null,
      metadata: { hotline: '1900 1234' },
      scopes: ['openid', 'phone'],
    })
    expect(secret).not.toBe('')
    expect(await text('/merchant/sign-on')).not.toContain(secret)
  })

  it.each([
    ['redirectUris', 'http://app.example/callback', 'redirectUris'],
    ['redirectUris', 'https://app.example/callback#part', 'redirectUris'],
    ['postLogoutRedirectUris', 'https://elsewhere.example/', 'postLogoutRedirectUris'],
    ['backchannelLogoutUri', 'ftp://app.example/', 'backchannelLogoutUri'],
    ['tokenEndpointAuthMethod', 'private_key_jwt', 'jwks'],
    ['metadata', '{', 'JSON'],
    ['clientId', 'edge-shop', 'edge-shop'],
  ])('are refused when %s is %s', async (name, value, named) => {
    const changes = new Map([
      ['clientId', 'another-app'],
      [name, value],
    ])
    const changed = form.map(([field, text]): [string, string] => [
      field,
      changes.get(field) ?? text,
    ])

    const answer = await submit('/merchant/sign-on', changed)

    expect(answer.status).toBe(400)
    expect(/role="alert">[^<]*/.exec(await answer.text())?.[0]).toContain(named)
  })

  it('are removed', async () => {
    await bench.control.registerSignOnClient({
      clientId: 'gone',
      redirectUris: ['https://app.example/'],
    })
    await submit('/merchant/sign-on/remove', { clientId: 'gone' })

    const clients = await bench.control.signOnClients()

    expect(clients.map(({ clientId }) => clientId)).not.toContain('gone')
  })
})
