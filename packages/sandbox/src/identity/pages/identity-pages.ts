import { Hono } from 'hono'
import type { SandboxHono } from '../../sandbox-hono.ts'
import { detectLanguage } from '../../page-frame/language.ts'
import { authorizationRoutes } from './authorization-routes.ts'
import { logoutRoutes } from './logout-pages.ts'

/** Routes of all pages of the identity server. */
export function identityPages(): Hono<SandboxHono> {
  const app = new Hono<SandboxHono>()
  app.use('/identity/*', detectLanguage)
  app.use('/oauth2/sessions/logout', detectLanguage)
  app.route('/', authorizationRoutes())
  app.route('/', logoutRoutes())
  return app
}
