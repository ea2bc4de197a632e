import { exports } from 'cloudflare:workers'

/** Where the sandbox of this isolate stands. */
export const origin = 'http://localhost'

/** What a page answered. */
export interface PageAnswer {
  status: number
  headers: Headers
  location: string | null
  text: string
}

async function ask(path: string, init: RequestInit): Promise<PageAnswer> {
  const request = new Request(new URL(path, origin), { ...init, redirect: 'manual' })
  const response = await exports.default.fetch(request)
  const { status, headers } = response
  return { status, headers, location: headers.get('location'), text: await response.text() }
}

/** Opens a page; redirects are not followed. */
export function get(path: string, headers: Record<string, string> = {}): Promise<PageAnswer> {
  return ask(path, { headers })
}

/** Sends a form as a browser does from a page of `from`; redirects are not followed. */
export function post(
  path: string,
  fields: Record<string, string>,
  from = origin,
): Promise<PageAnswer> {
  return ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: from },
    body: new URLSearchParams(fields).toString(),
  })
}
