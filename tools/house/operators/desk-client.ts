import { createControlClient } from '@merchant-edge/sandbox/control'
import type { House } from '../start-house.ts'

/**
 * An operator at the desk: a client that sends the requests of a browser, without rendering pages.
 */
export interface DeskClient {
  /** Requests a page; a redirect is returned and not followed. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** Sends a form, as a page of the desk does. */
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Response>
  /**
   * Signs in at the sandbox, whose id_token states a second factor, and returns to the desk with a
   * session.
   *
   * @throws Error when the desk or the identity server refuses
   */
  signIn(): Promise<void>
  /**
   * Follows the redirects of an answer to the sign-in, signs in, and returns the address to which
   * the sign-in redirects back.
   *
   * @throws Error when the desk or the identity server refuses
   */
  signInAt(path: string): Promise<string>
  /** Deletes the session cookie, and nothing else. */
  loseSession(): void
}

const entities = new Map([
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
])

/** The hidden fields of the forms of a page, by their names. */
export function hiddenFields(html: string): Readonly<Record<string, string>> {
  const found = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
  return Object.fromEntries(
    [...found].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/&(?:quot|#39|lt|gt|amp);/g, (entity) => entities.get(entity) ?? entity),
    ]),
  )
}

/**
 * Opens a client for an owner of a wallet at the sandbox; it is not signed in yet.
 *
 * @param walletId the subject of an operator, such as `U-AN`
 */
export function deskClient({ addresses }: House, walletId: string): DeskClient {
  const cookies = new Map<string, string>()

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    headers.set('accept', headers.get('accept') ?? 'text/html')
    headers.set('accept-language', 'en')
    const address = new URL(path, addresses.console)
    const answer = await fetch(address, { ...init, headers, redirect: 'manual' })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/max-age=0/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  async function signInAt(path: string): Promise<string> {
    const url = (await send(path)).headers.get('location')
    if (url === null) throw new Error(`The desk leads to no sign-in at ${path}.`)
    const service = createControlClient({ url: addresses.sandbox })
    const { outcome, location } = await service.signInCustomer({ url, walletId })
    if (outcome !== 'signed_in') throw new Error(`${walletId} was refused at the sign-in.`)
    const { pathname, search } = new URL(location)
    const landed = await send(`${pathname}${search}`)
    const back = landed.headers.get('location')
    if (back === null) throw new Error(`The desk answered the sign-in with ${landed.status}.`)
    return back
  }

  return {
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, fields) =>
      send(path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { 'sec-fetch-site': 'same-origin' },
      }),
    signInAt,
    signIn: async () => {
      await signInAt('/auth/sign-in')
    },
    loseSession: () => {
      for (const name of cookies.keys()) if (name.endsWith('session')) cookies.delete(name)
    },
  }
}
