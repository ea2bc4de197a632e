import { checkOptions } from '@merchant-edge/signing/options'
import { Hono, type MiddlewareHandler } from 'hono'
import { checkConfiguration, type SandboxProblem } from './check-configuration.ts'
import { BodyRefused } from './bodies/read-bytes.ts'
import { systemHostClock, type HostClock } from './clock/host-clock.ts'
import { gate } from './gate/gate.ts'
import { securityHeaders } from './gate/security-headers.ts'
import { handlers } from './handlers.ts'
import { callbackKeyring } from './settings/callback-keys.ts'
import { readServiceKeys } from './settings/service-keys.ts'
import { controlApp } from './control-api/control-app.ts'
import { identityProtocolRoutes } from './identity/protocol-routes.ts'
import { identityPages } from './identity/pages/identity-pages.ts'
import { pages } from './pages.ts'
import { gatewayRoute, ownRoute, type ServedEndpoint } from './serving/route.ts'
import { answerNotFound } from './tester-site/not-found.ts'
import { serveEndpoint, serveUnknown } from './serving/serve-endpoint.ts'
import { openSandbox } from './open-sandbox.ts'
import type { SandboxEnv } from './sandbox-env.ts'
import type { SandboxHono } from './sandbox-hono.ts'

function routeOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** The spellings under which a path is served: `gift-code` and `giftcode`. Assumes G-17. */
function spellingsOf(path: string): readonly string[] {
  return [...new Set([path, path.replace('/gift-code/', '/giftcode/')])]
}

function addEndpoints(app: Hono<SandboxHono>): void {
  const all = Object.values<ServedEndpoint>(handlers)
  for (const served of all.filter(({ endpoint }) => endpoint.apiCode === undefined)) {
    const { method, path } = served.endpoint
    app.on(method, spellingsOf(path).map(routeOf), (c) =>
      serveEndpoint(c.var.sandbox, ownRoute(served, c.req.param()), c.req.raw),
    )
  }
  const overGateway = gatewayRoute(all.filter(({ endpoint }) => endpoint.apiCode !== undefined))
  app.post('/merchant-integration/v1/gateway', (c) =>
    serveEndpoint(c.var.sandbox, overGateway, c.req.raw),
  )
  for (const paths of ['/merchant-integration/*', '/oh-integration/*']) {
    app.all(paths, (c) => serveUnknown(c.var.sandbox, c.req.raw))
  }
}

/** The problems of the variables, checked again only when the variables change. */
function rememberedProblems() {
  let kept: { readonly text: string; readonly problems: readonly SandboxProblem[] } | undefined
  return async (env: SandboxEnv): Promise<readonly SandboxProblem[]> => {
    const text = JSON.stringify(Object.values(env).filter((value) => typeof value === 'string'))
    if (kept?.text !== text) kept = { text, problems: await checkConfiguration(env) }
    return kept.problems
  }
}

/**
 * Answers `GET /health`. While the variables with the first data cannot be read, answers every
 * request with 503 and a list of all problems.
 */
function configured(): MiddlewareHandler<SandboxHono> {
  const problemsOf = rememberedProblems()
  return async (c, next) => {
    const problems = await problemsOf(c.env)
    const isHealth = c.req.path === '/health'
    const isBroken = problems.some(({ name }) => name.startsWith('SEED_'))
    if (isBroken || (isHealth && problems.length > 0)) {
      return c.json({ status: 'not_configured', problems }, 503)
    }
    if (isHealth) return c.json({ status: 'ok' })
    await next()
    return undefined
  }
}

/** Options of {@link createSandboxApp}. */
export interface SandboxAppOptions {
  /** Real time; the system clock when left out. */
  readonly host?: HostClock
}

/**
 * The wallet service as a Hono application: every endpoint of the contract, the identity server,
 * the control API, the callback keys and the pages. One gate checks every request first. The
 * application needs the bindings of `SandboxEnv`.
 *
 * @example
 * ```ts
 * import { createSandboxApp, type SandboxEnv } from '@merchant-edge/sandbox'
 *
 * const sandbox = createSandboxApp()
 *
 * export default {
 *   fetch: (request: Request, env: SandboxEnv, context: ExecutionContext) =>
 *     sandbox.fetch(request, env, context),
 * } satisfies ExportedHandler<SandboxEnv>
 * ```
 */
export function createSandboxApp(options: SandboxAppOptions = {}): Hono<SandboxHono> {
  checkOptions('createSandboxApp', options, { host: 'object' })
  const { host = systemHostClock } = options
  const app = new Hono<SandboxHono>()
  app.use(securityHeaders)
  app.use(gate(host))
  app.use(configured())
  app.use(async (c, next) => {
    const sandbox = await openSandbox({
      env: c.env,
      origin: new URL(c.req.url).origin,
      host,
      waitUntil: (work) => c.executionCtx.waitUntil(work),
    })
    c.set('sandbox', sandbox)
    await next()
  })
  addEndpoints(app)
  app.route('/control', controlApp)
  app.get('/callback-key.pem', async (c) => {
    const { database, clock } = c.var.sandbox
    const { callbackPublicKeyPem } = await readServiceKeys(database, clock.nowSeconds())
    return c.text(callbackPublicKeyPem, 200, {
      'content-disposition': 'attachment; filename="callback-key.pem"',
    })
  })
  app.get('/callback-keys.json', async (c) => {
    const { database, clock } = c.var.sandbox
    return c.json(await callbackKeyring(database, clock.nowSeconds()))
  })
  app.route('/', identityProtocolRoutes())
  app.route('/', identityPages())
  app.route('/', pages())
  app.notFound(answerNotFound)
  app.onError((error, c) => {
    if (error instanceof BodyRefused) return c.text(error.message, error.status)
    const message = `The sandbox itself failed: ${error.name}: ${error.message}`
    return c.json({ meta: { code: 5000001, message } }, 500)
  })
  return app
}
