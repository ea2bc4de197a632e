import { Hono, type Context } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'
import { discoveryDocument } from './discovery.ts'
import { keySet } from './signing-keys.ts'
import { OAuthError } from './oauth-error.ts'
import { identityServer, type IdentityServer } from './identity-server.ts'
import { serveRevocation, serveToken } from './tokens/token-endpoint.ts'
import { serveUserInfo } from './tokens/user-info.ts'

type IdentityContext = Context<SandboxHono>

/** For public documents: a cache may store them but must revalidate them before use. */
const revalidated = { 'cache-control': 'no-cache' }
const uncached = { 'cache-control': 'no-store', pragma: 'no-cache' }

function json(body: object, status: number, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json;charset=UTF-8', ...headers },
  })
}

function errorAnswer(server: IdentityServer, error: unknown): Response {
  if (!(error instanceof OAuthError)) throw error
  // RFC 6749, 5.2 requires the header; Hydra 1.4 leaves it out.
  const asksForBasic = error.code === 'invalid_client' && server.rules.profile === 'strict'
  return json(error.body, error.status, {
    ...uncached,
    ...(asksForBasic && { 'www-authenticate': 'Basic realm="token"' }),
  })
}

async function serve(
  c: IdentityContext,
  answer: (server: IdentityServer) => Promise<Response>,
): Promise<Response> {
  const server = identityServer(c.var.sandbox)
  try {
    if (c.req.method !== 'POST') {
      throw new OAuthError('invalid_request', `The method must be POST, not ${c.req.method}.`)
    }
    return await answer(server)
  } catch (error) {
    return errorAnswer(server, error)
  }
}

async function userInfo(c: IdentityContext): Promise<Response> {
  try {
    const { type, body } = await serveUserInfo(identityServer(c.var.sandbox), c.req.raw.headers)
    return new Response(body, { headers: { ...uncached, 'content-type': type } })
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    // The operator's own service answers here, in the envelope of the other calls. Assumes G-83.
    const body = { meta: { code: error.status, message: error.message } }
    return json(body, error.status, {
      ...uncached,
      'www-authenticate': `Bearer error="${error.code}"`,
    })
  }
}

/** Endpoints of the identity server that programs call. @see Specification 4.1 */
export function identityProtocolRoutes(): Hono<SandboxHono> {
  const app = new Hono<SandboxHono>()
  app.get('/.well-known/openid-configuration', async (c) =>
    json(await discoveryDocument(identityServer(c.var.sandbox)), 200, revalidated),
  )
  app.get('/.well-known/jwks.json', async (c) =>
    json(await keySet(c.var.sandbox.database), 200, revalidated),
  )
  app.all('/oauth2/token', (c) =>
    serve(c, async (server) => json(await serveToken(server, c.req.raw), 200, uncached)),
  )
  app.all('/oauth2/revoke', (c) =>
    serve(c, async (server) => {
      await serveRevocation(server, c.req.raw)
      return new Response(null, { status: 200, headers: uncached })
    }),
  )
  app.get('/user-management/user-info', userInfo)
  return app
}
