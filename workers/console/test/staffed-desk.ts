import { startIdentityServer, type IdentityServer } from './identity-server.ts'
import { now, openDesk, type Desk, type DeskParts } from './open-desk.ts'

/**
 * A desk, and the identity server of its staff, at which one person signs in.
 *
 * @param sub who signs in
 * @param amr authentication methods in the id_token
 */
export async function staffed(
  sub: string,
  parts: DeskParts = {},
  amr: readonly string[] = ['pwd', 'mfa'],
): Promise<{ readonly desk: Desk; readonly server: IdentityServer }> {
  const server = await startIdentityServer({ sub, amr, now })
  const env = { AUTH_URL: server.url, ...parts.env }
  return { desk: openDesk({ ...parts, fetch: server.fetch, env }), server }
}

/** Signs in like a browser, and returns the address of the callback. */
export async function signIn(
  desk: Desk,
  server: IdentityServer,
  headers: Readonly<Record<string, string>> = {},
): Promise<URL> {
  const away = await desk.get('/auth/sign-in', headers)
  const back = server.authorize(away.headers.get('location') ?? '')
  await desk.get(`${back.pathname}${back.search}`, headers)
  return back
}
