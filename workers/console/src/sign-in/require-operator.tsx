import { ownPath } from '@merchant-edge/pages'
import { createMiddleware } from 'hono/factory'
import { keepDraft } from '../forms/draft.ts'
import type { ConsoleContext, ConsoleHono } from '../layout/console-hono.ts'
import { showNotice, showOfNoStore, showRoleMissing } from '../layout/notice-page.tsx'
import type { Section } from '../layout/section.ts'
import { findOperator } from './find-operator.ts'
import { isFresh } from './fresh-login.ts'
import { signInMessages } from './messages.ts'
import { hasSecondFactor, readSecondFactor } from './second-factor.ts'
import { freshSignInPath, signInPath } from './sign-on.ts'
import { showWelcome } from './welcome-page.tsx'

function showUnknownOperator(c: ConsoleContext, subject: string): Response | Promise<Response> {
  const messages = signInMessages[c.var.language]
  return showNotice(c, {
    title: messages.stranger,
    text: messages.strangerText,
    status: 403,
    actions: <code>{subject}</code>,
  })
}

function showOneFactor(c: ConsoleContext): Response | Promise<Response> {
  const messages = signInMessages[c.var.language]
  return showNotice(c, {
    title: messages.oneFactor,
    text: messages.oneFactorText,
    status: 403,
    actions: (
      <a class="button main" href={freshSignInPath('/')}>
        {messages.signInAgain}
      </a>
    ),
  })
}

/**
 * Whether a form was shown to another operator than the current one, who signed in in another tab
 * of the same browser.
 */
function isOfSomebodyElse({ var: { form, operator } }: ConsoleContext): boolean {
  const shownTo = form.get('by')
  return shownTo !== undefined && shownTo !== operator.name
}

function showOtherPerson(c: ConsoleContext): Response | Promise<Response> {
  const messages = signInMessages[c.var.language]
  const { search } = new URL(c.req.url)
  return showNotice(c, {
    title: messages.otherPerson,
    text: messages.otherPersonText(c.var.operator.name),
    status: 409,
    actions: (
      <a class="button main" href={`${ownPath(c.req.raw)}${search}`}>
        {messages.loadAgain}
      </a>
    ),
  })
}

function isWithin(path: string, section: Section): boolean {
  return path === section.path || path.startsWith(`${section.path}/`)
}

/**
 * Allows only signed-in operators of the list; others are redirected to the sign-in. An operator
 * with the role `view` can read pages but send no form, except in sections for every role. A form
 * that was shown to another operator is refused, because it would be executed in the name of the
 * current one.
 *
 * @param all the sections of the desk; sections that an operator of some stores may not use answer
 *   403
 * @throws ConfigurationError when no operators are configured
 */
export function requireOperator(all: readonly Section[]) {
  return createMiddleware<ConsoleHono>(async (c, next) => {
    const { identity, isOver } = c.var.signOn
    const isLook = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (identity === undefined) {
      if (isOver) c.var.securityLog('desk_session_over')
      if (c.req.path === '/') return showWelcome(c)
      // The form is restored after the sign-in, because each form is shown at the address to which
      // it is sent.
      if (!isLook) await keepDraft(c)
      const { pathname, search } = new URL(c.req.url)
      return c.redirect(signInPath(`${pathname}${search}`), 303)
    }
    const operator = findOperator(c.env, identity.subject)
    if (operator === undefined) {
      c.var.securityLog('desk_stranger')
      return showUnknownOperator(c, identity.subject)
    }
    const { name } = operator
    if (!hasSecondFactor(identity, readSecondFactor(c.env.SECOND_FACTOR))) {
      c.var.securityLog('desk_one_factor', { operator: name })
      return showOneFactor(c)
    }
    c.set('operator', operator)
    const sections = all.filter(({ byStore }) => byStore || operator.stores === undefined)
    c.set('sections', sections)
    const isForEveryRole = all.some(
      (section) => section.everyRole === true && isWithin(c.req.path, section),
    )
    if (!isLook && operator.role !== 'money' && !isForEveryRole) {
      c.var.securityLog('desk_role_missing', { operator: name })
      return showRoleMissing(c)
    }
    if (!isLook && !isFresh(identity, c.var.now)) {
      c.var.securityLog('desk_login_old', { operator: name })
      await keepDraft(c)
      const { pathname, search } = new URL(c.req.url)
      return c.redirect(freshSignInPath(`${pathname}${search}`), 303)
    }
    const isHidden = all.some(
      (section) => !sections.includes(section) && isWithin(c.req.path, section),
    )
    if (isHidden) return showOfNoStore(c)
    return !isLook && !isForEveryRole && isOfSomebodyElse(c) ? showOtherPerson(c) : next()
  })
}
