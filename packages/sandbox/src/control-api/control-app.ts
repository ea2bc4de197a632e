import { Hono } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import { callbackRoutes } from './callback-routes.ts'
import { controlAccess } from './control-access.ts'
import { ControlError } from './control-error.ts'
import { dayCloseRoutes } from './day-close-routes.ts'
import { exchangeRoutes } from './exchange-routes.ts'
import { identityRoutes } from './identity-routes.ts'
import { merchantAccountRoutes } from './merchant-account-routes.ts'
import { linkedAccountRoutes } from './linked-account-routes.ts'
import { loyaltyRoutes } from './loyalty-routes.ts'
import { merchantRoutes } from './merchant-routes.ts'
import { orderRoutes } from './order-routes.ts'
import { requestRoutes } from './request-routes.ts'
import { stateRoutes } from './state-routes.ts'
import { voucherRoutes } from './voucher-routes.ts'
import { walletRoutes } from './wallet-routes.ts'

/** An error of the control API. */
export interface ControlErrorBody {
  readonly error: { readonly reason: string; readonly message: string; readonly remedy: string }
}

function bodyOf(reason: string, message: string, remedy: string): ControlErrorBody {
  return { error: { reason, message, remedy } }
}

/** Everything under /control: what tests and scripts drive the sandbox with. */
export const controlApp = new Hono<SandboxHono>()
  .use(controlAccess)
  .route('/', stateRoutes)
  .route('/', orderRoutes)
  .route('/', callbackRoutes)
  .route('/', walletRoutes)
  .route('/', merchantRoutes)
  .route('/', loyaltyRoutes)
  .route('/', merchantAccountRoutes)
  .route('/', voucherRoutes)
  .route('/', linkedAccountRoutes)
  .route('/', identityRoutes)
  .route('/', dayCloseRoutes)
  .route('/', exchangeRoutes)
  .route('/', requestRoutes)
  .all('*', (c) =>
    c.json(
      bodyOf(
        'no_route',
        `There is no ${c.req.method} ${new URL(c.req.url).pathname}.`,
        'See the README of @merchant-edge/sandbox for the routes.',
      ),
      404,
    ),
  )
  .onError((error, c) => {
    if (error instanceof ControlError) {
      return c.json(bodyOf(error.reason, error.message, error.remedy), error.status)
    }
    if (error instanceof RefusalError) {
      return c.json(bodyOf(`code_${error.code}`, error.message, 'Change the input.'), 409)
    }
    return c.json(
      bodyOf('sandbox_failed', `${error.name}: ${error.message}`, 'Report it with its steps.'),
      500,
    )
  })
