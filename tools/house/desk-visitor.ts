import { createControlClient } from '@merchant-edge/sandbox/control'
import type { House } from './start-house.ts'

/** A page of the desk, or where it leads. */
export interface DeskAnswer {
  readonly status: number
  /** Where the desk leads to, below its origin. */
  readonly location: string | null
  readonly html: string
}

/** An operator at the desk, without a browser: cookies are kept, and nothing is followed by itself. */
export interface DeskVisitor {
  open(path: string): Promise<DeskAnswer>
  /** Sends a form as a page of the desk does. */
  send(path: string, fields: Readonly<Record<string, string>>): Promise<DeskAnswer>
}

/** Comes to the desk of a house without a sign-in. */
export function visitDesk({ addresses }: House): DeskVisitor {
  const origin = addresses.console
  const cookies = new Map([['lang', 'en']])
  async function ask(path: string, init: RequestInit = {}): Promise<DeskAnswer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(new URL(path, origin), {
      ...init,
      redirect: 'manual',
      headers: { origin, cookie },
    })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    return { status: response.status, location, html: await response.text() }
  }
  return {
    open: (path) => ask(path),
    send: (path, fields) => ask(path, { method: 'POST', body: new URLSearchParams(fields) }),
  }
}

/**
 * Signs a test customer of the sandbox in at the desk, with the second factor that the sandbox's id_token tells of.
 *
 * @param walletId the subject of an operator, such as `U-AN`
 * @throws Error when the desk or the identity server refuses
 */
export async function signedInVisitor(house: House, walletId: string): Promise<DeskVisitor> {
  const desk = visitDesk(house)
  const { location: url } = await desk.open('/auth/sign-in?return_to=%2Ftoday')
  if (url === null) throw new Error('The desk leads to no sign-in.')
  const service = createControlClient({ url: house.addresses.sandbox })
  const { outcome, location } = await service.signInCustomer({ url, walletId })
  if (outcome !== 'signed_in') throw new Error(`${walletId} was refused at the sign-in.`)
  const back = await desk.open(location)
  if (back.location === null) throw new Error(`The desk answered the sign-in with ${back.status}.`)
  return desk
}

const entities = new Map([
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
])

/** The hidden fields of a page's forms, by their names. */
export function hiddenFields({ html }: DeskAnswer): Readonly<Record<string, string>> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
  return Object.fromEntries(
    [...inputs].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/&(?:quot|#39|lt|gt|amp);/g, (entity) => entities.get(entity) ?? entity),
    ]),
  )
}
