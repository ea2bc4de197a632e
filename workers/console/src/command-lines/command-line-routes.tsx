import type { Operator } from '@merchant-edge/pages'
import type { SignInView } from '@merchant-edge/orders/operators'
import { Hono } from 'hono'
import type { ConsoleContext, ConsoleHono } from '../layout/console-hono.ts'
import { showNotFound, showNotice } from '../layout/notice-page.tsx'
import type { Section } from '../layout/section.ts'
import { isFresh } from '../sign-in/fresh-login.ts'
import { freshSignInPath } from '../sign-in/sign-on.ts'
import { loopbackOrigin, readAskedSignIn, type AskedSignIn } from './asked-sign-in.ts'
import { showCommandLines, showQuestion } from './command-line-pages.tsx'
import { commandLineMessages } from './messages.ts'

/** The digest must be readable by a local program, and not guessable by anybody else. */
async function hexDigestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function askedOf(c: ConsoleContext): AskedSignIn | undefined {
  return readAskedSignIn(new URL(c.req.url).searchParams)
}

function showIncomplete(c: ConsoleContext): Response | Promise<Response> {
  return showNotice(c, { ...commandLineMessages[c.var.language].incomplete, status: 400 })
}

async function ask(c: ConsoleContext): Promise<Response> {
  const asked = askedOf(c)
  if (asked === undefined) return showIncomplete(c)
  const { identity } = c.var.signOn
  if (identity === undefined || !isFresh(identity, c.var.now)) {
    const { pathname, search } = new URL(c.req.url)
    return c.redirect(freshSignInPath(`${pathname}${search}`), 303)
  }
  return showQuestion(c, asked)
}

/** Redirect back to the program, with the parameters that it waits for. */
function leadBack(
  c: ConsoleContext,
  asked: AskedSignIn,
  answer: Readonly<Record<string, string>>,
): Response {
  const query = new URLSearchParams({ ...answer, state: asked.state })
  return c.redirect(`${loopbackOrigin(asked)}/callback?${query.toString()}`, 303)
}

async function answer(c: ConsoleContext): Promise<Response> {
  const asked = askedOf(c)
  if (asked === undefined) return showIncomplete(c)
  const { form, operator, signOn, newSecret } = c.var
  if (signOn.identity === undefined || form.get('by') !== operator.name) {
    return showNotice(c, { ...commandLineMessages[c.var.language].otherPerson, status: 409 })
  }
  if (form.get('step') === 'refuse') {
    c.var.securityLog('command_line_refused', { operator: operator.name })
    return leadBack(c, asked, { error: 'access_denied' })
  }
  if (form.get('step') !== 'approve') return showQuestion(c, asked)
  const code = newSecret()
  const { subject, sid } = signOn.identity
  await c.env.CONSOLE_SIGN_INS.approveSignIn({
    id: newSecret().slice(0, 22),
    codeSha256: await hexDigestOf(code),
    challenge: asked.challenge,
    operator,
    subject,
    ...(sid !== undefined && { loginSession: sid }),
  })
  c.var.securityLog('command_line_approved', { operator: operator.name })
  return leadBack(c, asked, { code })
}

/**
 * An operator may end their own sign-ins; an operator with the role `money` for every store may end
 * all.
 */
function mayEnd({ name, role, stores }: Operator, { operator }: SignInView): boolean {
  return operator.name === name || (role === 'money' && stores === undefined)
}

async function visibleSignIns(c: ConsoleContext): Promise<readonly SignInView[]> {
  const signIns = await c.env.CONSOLE_SIGN_INS.listSignIns()
  return signIns.filter((signIn) => mayEnd(c.var.operator, signIn))
}

async function list(c: ConsoleContext): Promise<Response> {
  return showCommandLines(c, await visibleSignIns(c))
}

async function end(c: ConsoleContext): Promise<Response> {
  const id = c.req.param('id')
  const found = (await visibleSignIns(c)).find((signIn) => signIn.id === id)
  if (found === undefined) return showNotFound(c)
  await c.env.CONSOLE_SIGN_INS.endSignIns({ id: found.id }, c.var.operator.name)
  return c.redirect('/command-lines?ended=1', 303)
}

function commandLineRoutes(): Hono<ConsoleHono> {
  const routes = new Hono<ConsoleHono>()
  routes.get('/command-lines', list)
  routes.get('/command-lines/sign-in', ask)
  routes.post('/command-lines/sign-in', answer)
  routes.get('/command-lines/:id/end', (c) => c.redirect('/command-lines', 303))
  routes.post('/command-lines/:id/end', end)
  return routes
}

/** Sign-ins of operators on a command line: the approval page, and the list of active sign-ins. */
export const commandLinesSection: Section = {
  path: '/command-lines',
  title: { vi: 'Dòng lệnh', en: 'Command lines' },
  routes: commandLineRoutes,
  byStore: true,
  everyRole: true,
}
