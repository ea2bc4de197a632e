import { redactText } from '@merchant-edge/contract/redaction'
import type { MiddlewareHandler } from 'hono'
import type { CheckoutEnv } from '../checkout-env.ts'
import type { WriteLog } from '../checkout-options.ts'
import { type Brand, readBrand } from './brand.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The merchant's brand from the variables of the Worker. */
    readonly brand: () => Brand
  }
}

/**
 * Gives pages the merchant's brand. A malformed setting is logged and the pages use the default
 * look, because a wrong colour must not stop payments.
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
