import { checkOptions } from '@merchant-edge/signing/options'
import type { Context, MiddlewareHandler } from 'hono'
import type { CallbackKey } from './callback-key.ts'
import {
  createCallbackVerifier,
  type CallbackAccepted,
  type CallbackVerifier,
} from './callback-verifier.ts'
import { reject, type CallbackRejected } from './rejection.ts'

/** Data about a rejected request that may be logged: it contains no value of the URL. */
export interface RejectedRequest {
  readonly rejected: CallbackRejected
  readonly method: string
  /** Length of the whole URL in characters. */
  readonly urlChars: number
}

/** Keys, clock and log hook of the middleware that receives payment callbacks. */
export interface PaymentCallbackOptions<Bindings extends object> {
  /** Public keys of the service, or a function that reads them from the bindings of the Worker. */
  readonly keys: readonly CallbackKey[] | ((bindings: Bindings) => readonly CallbackKey[])
  /** The clock, in milliseconds since 1970; `Date.now` when left out. */
  readonly now?: (() => number) | undefined
  /** Called for each rejection before it is answered, for metrics and logs. */
  readonly onRejected?:
    | ((request: RejectedRequest, context: Context) => void | Promise<void>)
    | undefined
}

/** Context variables for a route behind the middleware. */
export interface PaymentCallbackEnv<Bindings extends object> {
  Bindings: Bindings
  Variables: {
    /** The verified callback. */
    callback: CallbackAccepted
  }
}

const privacy = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } as const

/**
 * Lets only verified payment callbacks through, and puts them at `c.var.callback`.
 *
 * Mount it with `app.all`, so that it also answers the wrong methods: a request that is not a GET
 * gets 405, HEAD as well, which Hono would hand to the GET route. Rejections are answered with a
 * fixed body without details. Answer 200 only after the callback is stored. Assumes G-10.
 *
 * The URL is the one of the Request object. A Request escapes spaces, quotes, angle brackets and
 * non-ASCII letters of the query and leaves everything else as it was received, so no signed value
 * can change.
 *
 * @throws KeyError when a key cannot be used; Hono answers it with 500
 * @see Specification 6.1
 * @example
 * ```ts
 * import { Hono } from 'hono'
 * import { paymentCallback } from '@merchant-edge/callback/hono'
 *
 * interface Env {
 *   SERVICE_KEY: string
 * }
 *
 * const app = new Hono<{ Bindings: Env }>()
 * const verified = paymentCallback({
 *   keys: (env: Env) => [{ id: 'production-1', key: env.SERVICE_KEY }],
 * })
 *
 * app.all('/ipn', verified, (c) => {
 *   const { order_id, transaction_id } = c.var.callback.signed
 *   // Put it on disk here, once for each order_id with transaction_id; then answer.
 *   return c.text(`${order_id} ${transaction_id}`)
 * })
 *
 * export default app
 * ```
 */
export function paymentCallback<Bindings extends object>(
  options: PaymentCallbackOptions<Bindings>,
): MiddlewareHandler<PaymentCallbackEnv<Bindings>> {
  checkOptions('paymentCallback', options, {
    keys: 'any',
    now: 'function',
    onRejected: 'function',
  })
  const { keys, now = () => Date.now(), onRejected } = options
  const fixed = typeof keys === 'function' ? undefined : createCallbackVerifier({ keys })
  const verifierFor = (bindings: Bindings): CallbackVerifier =>
    fixed ?? createCallbackVerifier({ keys: typeof keys === 'function' ? keys(bindings) : keys })
  return async (c, next) => {
    const { method, url } = c.req.raw
    const result =
      method === 'GET'
        ? await verifierFor(c.env).verify(url, Math.floor(now() / 1000))
        : reject('method_not_allowed')
    if (!result.verified) {
      await onRejected?.({ rejected: result, method, urlChars: url.length }, c)
      const allow = result.status === 405 ? { Allow: 'GET' } : {}
      return c.text('rejected', result.status, { ...privacy, ...allow })
    }
    c.set('callback', result)
    await next()
    for (const [name, value] of Object.entries(privacy)) c.header(name, value)
    return undefined
  }
}
