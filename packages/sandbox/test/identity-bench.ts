import { exports } from 'cloudflare:workers'
import type { WorkerdBench } from './workerd-bench.ts'

const origin = 'http://localhost'

/** RFC 7636, appendix B: a verifier and the challenge that belongs to it. */
export const pkce = {
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
}

export const redirectUri = 'http://localhost:8787/sign-in/callback'

/** Fields of a form or query; one that is undefined is left out. */
export type Fields = Readonly<Record<string, string | undefined>>

function given(fields: Fields): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
}

/** Address of an ordinary authorization request, or one that differs in some parameters. */
export function authorizationUrl(changes: Fields = {}): string {
  const query = new URLSearchParams(
    given({
      client_id: 'edge-shop',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid offline profile',
      state: 'a-state-of-mine',
      nonce: 'a-nonce-of-mine',
      code_challenge: pkce.challenge,
      code_challenge_method: 'S256',
      ...changes,
    }),
  )
  return `${origin}/oauth2/auth?${query.toString()}`
}

/** What a JSON endpoint answered. */
export interface JsonAnswer {
  status: number
  headers: Headers
  json: Record<string, unknown>
}

/** `Authorization` of the shop. */
export const shopBasic = `Basic ${btoa('edge-shop:edge-shop-secret')}`

/** Sends a request to the sandbox of this isolate; redirects are not followed. */
export function send(path: string, init: RequestInit = {}): Promise<Response> {
  return exports.default.fetch(new Request(new URL(path, origin), { redirect: 'manual', ...init }))
}

/** Sends a form to a JSON endpoint. */
export async function post(
  path: string,
  fields: Fields | FormData | URLSearchParams,
  headers: Record<string, string> = { authorization: shopBasic },
): Promise<JsonAnswer> {
  const isForm = fields instanceof FormData || fields instanceof URLSearchParams
  const body = isForm ? fields : new URLSearchParams(given(fields))
  const answer = await send(path, { method: 'POST', headers, body })
  const text = await answer.text()
  const json: Record<string, unknown> = text === '' ? {} : JSON.parse(text)
  return { status: answer.status, headers: answer.headers, json }
}

/** A code for the shop, or for the changed parameters. */
export async function code(bench: WorkerdBench, changes: Fields = {}): Promise<string> {
  const { location } = await bench.control.signInCustomer({ url: authorizationUrl(changes) })
  return new URL(location).searchParams.get('code') ?? ''
}

/** Exchanges a code as the shop; fields may be changed. */
export function exchange(
  codeText: string,
  changes: Fields = {},
  headers?: Record<string, string>,
): Promise<JsonAnswer> {
  const fields = {
    grant_type: 'authorization_code',
    code: codeText,
    code_verifier: pkce.verifier,
    redirect_uri: redirectUri,
    ...changes,
  }
  return post('/oauth2/token', fields, headers)
}

/** Uses a refresh token as the shop. */
export function refresh(token: unknown): Promise<JsonAnswer> {
  return post('/oauth2/token', { grant_type: 'refresh_token', refresh_token: String(token) })
}

/** Calls user-info with the token in the header of the specification. */
export async function userInfo(
  token: unknown,
  header: 'authentication' | 'authorization' = 'authentication',
): Promise<JsonAnswer> {
  const answer = await send('/user-management/user-info', {
    headers: { [header]: `bearer ${String(token)}` },
  })
  return { status: answer.status, headers: answer.headers, json: await answer.json() }
}

/** Header and claims of a JWT; it is not verified. */
export function openJwt(jwt: unknown): [Record<string, unknown>, Record<string, unknown>] {
  const [header = '', claims = ''] = String(jwt).split('.')
  const open = (part: string) => JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')))
  return [open(header), open(claims)]
}
