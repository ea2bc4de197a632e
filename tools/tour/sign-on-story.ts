import { fetchAlone } from '../house/network/fetch-alone.ts'
import { control, type TourHouse } from './tour-house.ts'
import { mustHold, waitFor } from './tour-log.ts'

/** A client with the cookies of a browser; it does not follow redirects. */
function createBrowser({ log }: TourHouse) {
  const cookies = new Map<string, string>()
  return async (address: string): Promise<{ location: string | null; text: string }> => {
    const sent = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetchAlone(address, { redirect: 'manual', headers: { cookie: sent } })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    // The query string contains states and codes, which must not be logged.
    const [shown = ''] = (location ?? '').split('?')
    log.wire(`GET ${address.split('?')[0]} ${response.status} ${shown}`)
    return { location, text: await response.text() }
  }
}

/** A customer signs in to the shop with the wallet, and is signed out at the identity server. */
export async function signOnStory(tour: TourHouse): Promise<void> {
  const { log, house } = tour
  const { shop } = house.addresses
  const browse = createBrowser(tour)
  const sid = await log.step(
    'A customer signs in with the wallet: PKCE, state, nonce (4.1)',
    async () => {
      const { location } = await browse(`${shop}/auth/sign-in?return_to=%2Faccount`)
      mustHold(location?.includes('code_challenge_method=S256') === true, 'there is no PKCE')
      const signedIn = await control<{ location: string; sid: string }>(tour, {
        method: 'POST',
        path: '/identity/sign-ins',
        json: { url: location },
      })
      const back = await browse(signedIn.location)
      mustHold(back.location?.endsWith('/account') === true, `it went on to ${back.location}`)
      return signedIn.sid
    },
  )
  await log.step(
    'The shop reads the customer’s name from the wallet with the access token',
    async () => {
      const { text } = await browse(`${shop}/account`)
      mustHold(text.includes('Nguyen Van An'), 'the page does not name the customer')
    },
  )
  await log.step(
    'The login is ended at the identity server; the shop is notified and ends its session (6.3)',
    async () => {
      await control(tour, { method: 'DELETE', path: `/identity/sessions/${sid}` })
      await waitFor('the session is over', async () => {
        const { text } = await browse(`${shop}/account`)
        return text.includes('Nguyen Van An') ? undefined : true
      })
    },
  )
}
