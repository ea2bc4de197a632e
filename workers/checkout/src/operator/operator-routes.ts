import { Hono } from 'hono'
import { answerApiFailure, errorAnswer, methodRefused, pathUnknown } from '../api/api-error.ts'
import { requireNoFields } from '../api/read-json.ts'
import { alertRoutes } from './alert-routes.ts'
import { callbackRoutes } from './callback-routes.ts'
import { differenceRoutes } from './money/difference-routes.ts'
import { disputeRoutes } from './money/dispute-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { personRoutes } from './person-routes.ts'
import { proposalRoutes } from './money/proposal-routes.ts'
import { recordRoutes } from './money/record-routes.ts'
import { requireOperator, type OperatorHono } from './access/require-operator.ts'
import { requireOwnStore } from './access/require-own-store.ts'
import { runRoutes } from './run-routes.ts'
import { searchRoutes } from './search-routes.ts'
import { signInRoutes, signOutRoutes } from './access/sign-in-routes.ts'
import { takingsRoutes } from './money/takings-routes.ts'
import { undecidedRoutes } from './money/undecided-routes.ts'
import { verdictRoutes } from './money/verdict-routes.ts'

/**
 * The API of the merchant's operators, below `/operator`. The operator's token is in
 * `Authorization: Bearer`: the role `view` may read, the role `money` may also act. Every action
 * has a reason, which the journal records with the operator's name.
 *
 * @param randomBytes source of random bytes for tokens
 */
export function operatorRoutes(randomBytes: (count: number) => Uint8Array): Hono<OperatorHono> {
  const routes = new Hono<OperatorHono>()
  routes.route('/', signInRoutes(randomBytes))
  routes.use(requireOperator)
  routes.use(requireOwnStore)
  routes.get('/me', async (c) => {
    await requireNoFields(c)
    const { operator, signInEnds } = c.var
    return c.json({ ...operator, ...(signInEnds !== undefined && { expiresAt: signInEnds }) })
  })
  routes.all('/me', () => methodRefused('GET'))
  routes.route('/', signOutRoutes())
  routes.route('/', alertRoutes())
  routes.route('/', searchRoutes())
  routes.route('/', proposalRoutes())
  routes.route('/', takingsRoutes())
  routes.route('/', linkRoutes())
  routes.route('/', undecidedRoutes())
  routes.route('/', recordRoutes())
  routes.route('/', verdictRoutes())
  routes.route('/', disputeRoutes())
  routes.route('/', callbackRoutes())
  routes.route('/', eventRoutes())
  routes.route('/', personRoutes())
  routes.route('/', runRoutes())
  routes.route('/', differenceRoutes())
  const error = pathUnknown('The addresses of the operator are listed in docs/api.html.')
  routes.all('*', (c) => errorAnswer(c, { status: 404, error }))
  routes.onError(answerApiFailure)
  return routes
}
