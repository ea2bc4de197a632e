import { Hono } from 'hono'
import { BodyRefused } from '../bodies/read-bytes.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import { callbackRoutes } from '../callbacks/control-routes.ts'
import { ControlError } from '../control-frame/control-error.ts'
import { dayCloseRoutes, exchangeRoutes } from '../day-close/control-routes.ts'
import { identityRoutes } from '../identity/control-routes.ts'
import { merchantAccountRoutes } from '../merchant-accounts/control-routes.ts'
import { linkedAccountRoutes } from '../linked-accounts/control-routes.ts'
import { memberRoutes } from '../members/control-routes.ts'
import { topUpRoutes } from '../top-ups/control-routes.ts'
import { giftCodeRoutes } from '../gift-codes/control-routes.ts'
import { refundRoutes } from '../refunds/control-routes.ts'
import { transferRoutes } from '../transfers/control-routes.ts'
import { purchaseRoutes } from '../online-transactions/control-routes.ts'
import { faultRoutes } from '../fault-injection/control-routes.ts'
import { onboardingRoutes } from '../onboarding/control-routes.ts'
import { merchantRoutes } from '../merchants/control-routes.ts'
import { orderRoutes } from '../payments/control-routes.ts'
import { requestRoutes } from '../requests/control-routes.ts'
import { stateRoutes } from './state-routes.ts'
import { voucherRoutes } from '../vouchers/control-routes.ts'
import { walletRoutes } from '../wallets/control-routes.ts'

/** An error of the control API. */
export interface ControlErrorBody {
  readonly error: { readonly reason: string; readonly message: string; readonly remedy: string }
}

function bodyOf(reason: string, message: string, remedy: string): ControlErrorBody {
  return { error: { reason, message, remedy } }
}

/** All routes of the control API, below `/control`. */
export const controlApp = new Hono<SandboxHono>()
  .route('/', stateRoutes)
  .route('/', orderRoutes)
  .route('/', callbackRoutes)
  .route('/', walletRoutes)
  .route('/', merchantRoutes)
  .route('/', onboardingRoutes)
  .route('/', refundRoutes)
  .route('/', memberRoutes)
  .route('/', topUpRoutes)
  .route('/', giftCodeRoutes)
  .route('/', merchantAccountRoutes)
  .route('/', transferRoutes)
  .route('/', voucherRoutes)
  .route('/', linkedAccountRoutes)
  .route('/', purchaseRoutes)
  .route('/', identityRoutes)
  .route('/', dayCloseRoutes)
  .route('/', exchangeRoutes)
  .route('/', requestRoutes)
  .route('/', faultRoutes)
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
    if (error instanceof BodyRefused) {
      return c.json(bodyOf('body_refused', error.message, 'Send another body.'), error.status)
    }
    if (error instanceof RefusalError) {
      return c.json(bodyOf(`code_${error.code}`, error.message, 'Change the input.'), 409)
    }
    return c.json(
      bodyOf('sandbox_failed', `${error.name}: ${error.message}`, 'Report it with its steps.'),
      500,
    )
  })
