import type { Shop } from '../shop.ts'

/** The answer of the checkout Worker, with its whole body read. */
export interface CheckoutResponse {
  readonly status: number
  /** The JSON of the answer, not validated yet. */
  readonly json: unknown
}

const timeoutMs = 15_000

/**
 * Sends a request to the checkout Worker with the shop's secret.
 *
 * @throws when no answer arrives in time, or the answer is not JSON
 */
export async function requestCheckout(
  { env, ports }: Shop,
  asked: {
    readonly method: 'GET' | 'POST' | 'DELETE'
    readonly path: string
    readonly json?: object | undefined
  },
): Promise<CheckoutResponse> {
  const { method, path, json } = asked
  const response = await ports.fetch(`${env.CHECKOUT_URL}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${env.CHECKOUT_SECRET}`,
      'content-type': 'application/json',
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    signal: ports.deadline(timeoutMs),
  })
  return { status: response.status, json: await response.json() }
}
