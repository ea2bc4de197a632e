import { exports } from 'cloudflare:workers'

/** Origin of the sandbox of this isolate. */
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

/**
 * Sends a form as a browser that sends the page as referrer and is not logged in; does not follow
 * redirects.
 */
export function sendFrom(
  page: string,
  path: string,
  fields: Record<string, string>,
): Promise<PageAnswer> {
  const referer = new URL(page, origin).href
  return ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin, referer },
    body: new URLSearchParams(fields).toString(),
  })
}

/** The merchant site in a logged-in browser. */
export interface MerchantSite {
  /** The cookie of the session. */
  readonly cookie: string
  get(path: string, headers?: Record<string, string>): Promise<PageAnswer>
  post(path: string, fields: Record<string, string>, from?: string): Promise<PageAnswer>
}

/** Logs in at the merchant site. */
export async function logIn(
  userName = 'edge-master',
  password = `${userName}-password`,
): Promise<MerchantSite> {
  const answer = await post('/merchant/log-in', { userName, password })
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  if (answer.status !== 303) throw new Error(`${answer.status} ${answer.text}`)
  return {
    cookie,
    get: (path, headers = {}) => get(path, { cookie, ...headers }),
    post: (path, fields, from = origin) => post(path, fields, from, cookie),
  }
}

/** Sends a form as a browser does from a page of `from`; redirects are not followed. */
export function post(
  path: string,
  fields: Record<string, string>,
  from = origin,
  cookie = '',
): Promise<PageAnswer> {
  return ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: from, cookie },
    body: new URLSearchParams(fields).toString(),
  })
}

/**
 * Sends a form as a browser does, with the cookies that the answer sets: opens the page of the
 * sandbox to which the answer leads; a redirect to another origin is not followed.
 */
export async function submit(path: string, fields: Record<string, string>): Promise<PageAnswer> {
  const answer = await post(path, fields)
  if (answer.location === null || new URL(answer.location, origin).origin !== origin) return answer
  const cookie = answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  return get(answer.location, { cookie })
}
