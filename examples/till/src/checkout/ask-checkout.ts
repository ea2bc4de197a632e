import * as v from 'valibot'
import type { TillContext } from '../till-hono.ts'

/** The answer of the checkout Worker, with its whole body read. */
export interface CheckoutAnswer {
  readonly status: number
  /** The JSON of the answer, not validated yet. */
  readonly json: unknown
}

const timeoutMs = 15_000

const apiError = v.object({ error: v.object({ reason: v.string() }) })

/**
 * Sends a request to the checkout Worker with the shop's secret; a GET without `json`, else a POST.
 *
 * @throws Error when no answer comes in time, or one that is not JSON
 */
export async function askCheckout(
  c: TillContext,
  path: string,
  json?: object,
): Promise<CheckoutAnswer> {
  const { ports, settings } = c.var
  const response = await ports.fetch(`${settings.checkoutOrigin}${path}`, {
    method: json === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${settings.checkoutSecret}`,
      'content-type': 'application/json',
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    signal: ports.deadline(timeoutMs),
  })
  return { status: response.status, json: await response.json() }
}

/** The stable reason of a refusal of the checkout; `undefined` if it gives none. */
export function reasonOf({ json }: CheckoutAnswer): string | undefined {
  const read = v.safeParse(apiError, json)
  return read.success ? read.output.error.reason : undefined
}
