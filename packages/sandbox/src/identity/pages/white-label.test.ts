import { beforeEach, describe, expect, it } from 'vitest'
import { authorizationUrl, send } from '../../../test/identity-bench.ts'
import { logIn } from '../../../test/page-bench.ts'
import { workerdBench, type WorkerdBench } from '../../../test/workerd-bench.ts'

const picture = 'data:image/png;base64,iVBORw0KGgo='
const client = {
  clientId: 'branded',
  clientName: 'Phở 24',
  tokenEndpointAuthMethod: 'none' as const,
  redirectUris: ['https://pho.example/cb'],
  postLogoutRedirectUris: ['https://pho.example/bye'],
  logoUri: 'https://cdn.pho.example/logo.png?v=1',
  clientUri: 'https://pho.example/',
  policyUri: 'https://pho.example/privacy',
  tosUri: 'https://pho.example/terms',
  metadata: {
    hotline: '1900 2424',
    support_contact: 'help@pho.example',
    background_image: 'https://img.pho.example/table.jpg',
  },
}
let bench: WorkerdBench

beforeEach(async () => {
  bench = await workerdBench()
  await bench.control.reset()
})

/** The login page of a client, as a browser comes to it. */
async function loginPage(clientId: string = client.clientId, language = 'en') {
  const redirect_uri = clientId === client.clientId ? client.redirectUris[0] : undefined
  const asked = await send(
    authorizationUrl({ client_id: clientId, ...(redirect_uri !== undefined && { redirect_uri }) }),
  )
  const cookie = (asked.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const shown = await send(`${asked.headers.get('location')}&lang=${language}`, {
    headers: { cookie },
  })
  const policy = shown.headers.get('content-security-policy') ?? ''
  return { status: shown.status, text: await shown.text(), policy }
}

describe('the login screen of a client', () => {
  // Specification: 2.16.4, 2.16.6
  it('shows its logo, which leads where a logout leads, its background, links and contacts', async () => {
    await bench.control.registerSignOnClient(client)

    const { text, policy } = await loginPage()

    expect(text).toMatch(
      /<a href="https:\/\/pho\.example\/bye"[^>]*><img\s+class="client-logo"\s+src="https:\/\/cdn\.pho\.example\/logo\.png\?v=1"/,
    )
    expect(text).toMatch(
      /class="client-background"\s+src="https:\/\/img\.pho\.example\/table\.jpg"/,
    )
    for (const address of [client.clientUri, client.policyUri, client.tosUri]) {
      expect(text).toContain(`href="${address}"`)
    }
    expect(text).toContain('1900 2424')
    expect(text).toContain('help@pho.example')
    expect(policy).toContain(
      "img-src 'self' data: https://cdn.pho.example https://img.pho.example;",
    )
  })

  it('shows the logo of the client of a fresh sandbox without a network', async () => {
    const { text, policy } = await loginPage('edge-shop')

    expect(text).toMatch(/class="client-logo"\s+src="data:image\/svg\+xml,/)
    expect(text).toMatch(/class="client-background"\s+src="data:image\/svg\+xml,/)
    expect(policy).toContain("img-src 'self' data:;")
  })

  it('speaks Vietnamese', async () => {
    await bench.control.registerSignOnClient(client)

    expect((await loginPage(client.clientId, 'vi')).text).toContain('Tổng đài: 1900 2424')
  })

  it.each([
    ['no pictures', { logoUri: null, metadata: {} }],
    ['a background that is no picture', { metadata: { background_image: 'javascript:alert(1)' } }],
    ['a background that is a page', { metadata: { background_image: 'data:text/html,<b>' } }],
    ['a background that is no text', { metadata: { background_image: { a: 1 } } }],
    ['a logout that leads to an app', { postLogoutRedirectUris: [] }],
  ])('is shown without a part that is not registered: %s', async (_what, changes) => {
    await bench.control.registerSignOnClient({ ...client, ...changes })

    const { status, text } = await loginPage()

    expect(status).toBe(200)
    expect(text).toContain('Phở 24')
    expect(text).not.toMatch(/javascript:|data:text/)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>',
    'data:image/x',
    'ftp://a.example/a.png',
  ])('refuses a logo at %s', async (logoUri) => {
    const registered = bench.control.registerSignOnClient({ ...client, logoUri })

    await expect(registered).rejects.toMatchObject({ status: 400 })
  })

  it('accepts a logo as data in the registration', async () => {
    await bench.control.registerSignOnClient({ ...client, logoUri: picture })

    expect((await loginPage()).text).toContain(`src="${picture}"`)
  })

  // Specification: 2.16.3
  it('is marked as incomplete on the merchant site while one of the five parts is missing', async () => {
    await bench.control.registerSignOnClient({ ...client, tosUri: null })

    const { text } = await (await logIn()).get('/merchant/sign-on?lang=en')

    expect(text).toMatch(/White-label login screens need these too:\s*<code>tos_uri<\/code>/)
  })
})
