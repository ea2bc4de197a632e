import type { SignOnFailure } from '@merchant-edge/oidc'
import { languageOf } from '@merchant-edge/pages'
import { Hono } from 'hono'
import type { ConsoleHono } from '../layout/console-hono.ts'
import { showNotice } from '../layout/notice-page.tsx'
import { signInMessages } from './messages.ts'

const statuses = {
  retryable: 503,
  reauthenticate: 401,
  misconfigured: 500,
  attack: 400,
} as const satisfies Record<SignOnFailure['kind'], number>

/**
 * Shows the page of a failed sign-in in the user's language: what to do, but not the cause.
 *
 * @param signInPath address that starts a new sign-in
 */
export async function answerSignOnFailure(
  { kind }: SignOnFailure,
  request: Request,
  signInPath: string,
): Promise<Response> {
  const app = new Hono<ConsoleHono>()
  app.all('*', (c) => {
    c.set('language', languageOf(c, 'vi'))
    const messages = signInMessages[c.var.language]
    const actions = (
      <a class="button main" href={signInPath}>
        {messages.signInAgain}
      </a>
    )
    return showNotice(c, { ...messages.failures[kind], status: statuses[kind], actions })
  })
  // Without its body, which the route of the sign-in may have read.
  return app.request(request.url, { headers: request.headers })
}
