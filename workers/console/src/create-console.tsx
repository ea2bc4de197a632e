import { redactText } from '@merchant-edge/contract/redaction'
import { isSignOnFailure } from '@merchant-edge/oidc'
import {
  isConfigurationError,
  languageOf,
  limitBody,
  paperStyles,
  secureAnswers,
  sendOnceScript,
  type PageSecurity,
} from '@merchant-edge/pages'
import { Hono, type Context } from 'hono'
import { loopbackOrigin, readAskedSignIn } from './command-lines/asked-sign-in.ts'
import { optionsOf, type ConsoleOptions } from './console-options.ts'
import { requireOwnForm } from './forms/own-forms.ts'
import { readForm } from './forms/read-form.ts'
import { healthRoutes, requireSettings } from './health/health-routes.ts'
import type { ConsoleHono } from './layout/console-hono.ts'
import { liveScript, liveScriptPath } from './layout/live-script.ts'
import { sendOncePath } from './layout/show-page.tsx'
import { showFailure, showNotFound } from './layout/notice-page.tsx'
import { limitRate } from './layout/request-limit.ts'
import { withSecurityLog } from './layout/security-log.ts'
import { styles } from './layout/styles.ts'
import { chartStyles } from './charts/chart-styles.ts'
import { sections } from './sections.ts'
import { requireOperator } from './sign-in/require-operator.tsx'
import { consoleSignOn, forgetEndedSessions } from './sign-in/sign-on.ts'

const maxFormBytes = 16_384
const bodyMs = 10_000

const secretBytes = 32

function secretOf(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCodePoint(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Page policy: the sign-out form redirects to the identity server, and the approval of a command
 * line redirects to the local port on which it listens.
 */
function pageSecurity({ env, req }: Context<ConsoleHono>): PageSecurity {
  const identityServer = URL.parse(env.AUTH_URL)?.origin
  const { pathname, searchParams } = new URL(req.url)
  const asked = pathname === '/command-lines/sign-in' ? readAskedSignIn(searchParams) : undefined
  return {
    dataImages: true,
    scripts: true,
    forms: [
      "'self'",
      ...(identityServer === undefined ? [] : [identityServer]),
      ...(asked === undefined ? [] : [loopbackOrigin(asked)]),
    ],
    // no-referrer would make browsers send the origin of our own forms as "null".
    referrer: 'same-origin',
  }
}

/**
 * Creates the operator's desk: server-rendered pages behind a sign-in at the identity server of the
 * merchant's staff. It has no key of the merchant; its database contains only sessions.
 */
export function createConsole(options: ConsoleOptions = {}): Hono<ConsoleHono> {
  const { ports, randomBytes, writeLog } = optionsOf(options)
  const app = new Hono<ConsoleHono>()
  const signOn = consoleSignOn(ports, writeLog)
  app.use(secureAnswers(pageSecurity))
  app.use(async (c, next) => {
    c.set('language', languageOf(c, 'vi'))
    c.set('now', Math.floor(ports.now() / 1000))
    c.set('newSecret', () => secretOf(randomBytes(secretBytes)))
    c.set('form', new Map())
    await next()
  })
  app.use(withSecurityLog(writeLog))
  app.use(limitBody({ maxBytes: maxFormBytes, deadline: () => ports.deadline(bodyMs) }))
  app.get('/styles.css', (c) =>
    c.body(paperStyles + styles + chartStyles, 200, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'no-cache',
    }),
  )
  app.get(liveScriptPath, (c) =>
    c.body(liveScript, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    }),
  )
  app.get(sendOncePath, (c) =>
    c.body(sendOnceScript, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    }),
  )
  app.use('/health', limitRate)
  app.route('/health', healthRoutes(writeLog))
  app.use(requireSettings)
  app.post('/auth/back-channel-logout', signOn.session)
  app.use(limitRate)
  app.use('/auth/callback', forgetEndedSessions)
  app.use(signOn.session)
  app.use(requireOwnForm, readForm)
  app.use(requireOperator(sections))
  app.get('/', (c) => c.redirect(c.var.sections[0]?.path ?? '/', 303))
  for (const { routes } of sections) app.route('/', routes())
  app.notFound(showNotFound)
  app.onError((error, c) => {
    if (isSignOnFailure(error)) throw error
    const isSetting = isConfigurationError(error)
    const event = isSetting ? 'not_configured' : 'request_failed'
    writeLog({ event, detail: redactText(String(error)) })
    c.header('retry-after', '5')
    return showFailure(c, { isSetting })
  })
  return app
}
