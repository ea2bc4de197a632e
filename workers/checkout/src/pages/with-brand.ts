import { redactText } from '@merchant-edge/contract/redaction'
import type { MiddlewareHandler } from 'hono'
import type { CheckoutEnv } from '../checkout-env.ts'
import type { WriteLog } from '../checkout-options.ts'
import { type Brand, readBrand } from './brand.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The merchant's look, as the variables of the Worker say it. */
    readonly brand: () => Brand
  }
}

/**
 * Lets pages have the merchant's look. A malformed one is told in the log and the pages have the look of the checkout:
 * a mistake in a colour is no reason to take no payments.
 */
export function withBrand(writeLog: WriteLog): MiddlewareHandler<{ Bindings: CheckoutEnv }> {
  return (c, next) => {
    let brand: Brand | undefined
    c.set('brand', () => {
      brand ??= brandOf(c.env, writeLog)
      return brand
    })
    return next()
  }
}

function brandOf(variables: CheckoutEnv, writeLog: WriteLog): Brand {
  try {
    return readBrand(variables)
  } catch (error) {
    writeLog({ event: 'not_configured', detail: redactText(String(error)) })
    return {}
  }
}
