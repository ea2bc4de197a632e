import type { SignOnFailure } from '@merchant-edge/oidc'
import { Hono } from 'hono'
import { localeOf } from '../pages/locale.ts'
import { messagePage } from '../pages/message-page.ts'

const answers = {
  retryable: [503, 'signInDown', 'signInDownText'],
  reauthenticate: [401, 'notSignedIn', 'notSignedInText'],
  misconfigured: [500, 'signInDown', 'signInDownText'],
  attack: [400, 'signInRefused', 'signInRefusedText'],
} as const satisfies Record<SignOnFailure['kind'], readonly unknown[]>

/**
 * The page after a failed sign-in, in the customer's language: it says what to do, and nothing
 * about the cause.
 *
 * @param signInPath the address that begins the sign-in again
 */
export async function answerSignOnFailure(
  { kind }: SignOnFailure,
  request: Request,
  signInPath: string,
): Promise<Response> {
  const [status, title, detail] = answers[kind]
  const app = new Hono()
  app.all('*', (c) => {
    const locale = localeOf(c)
    const { messages } = locale
    const message = {
      path: '/account',
      text: messages[title],
      detail: messages[detail],
      way: { text: messages.signIn, href: signInPath },
      otherWay: { text: messages.toTheBasket, href: '/basket' },
    }
    return c.html(messagePage(locale, message), status)
  })
  // Without its body, which the route of the sign-in may have read.
  return app.request(request.url, { headers: request.headers })
}
