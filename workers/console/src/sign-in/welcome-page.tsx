import type { ConsoleContext } from '../layout/console-hono.ts'
import { showNotice } from '../layout/notice-page.tsx'
import { signInMessages } from './messages.ts'
import { signInPath } from './sign-on.ts'

/** The start page of the desk without a sign-in. */
export function showWelcome(c: ConsoleContext): Response | Promise<Response> {
  const messages = signInMessages[c.var.language]
  return showNotice(c, {
    title: messages.welcome,
    text: messages.welcomeText,
    status: 200,
    actions: (
      <a class="button main" href={signInPath('/')}>
        {messages.signIn}
      </a>
    ),
  })
}
