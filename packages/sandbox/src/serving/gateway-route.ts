import { RefusalError } from '../requests/refusal-error.ts'
import { fieldsOf, type ReceivedRequest } from '../requests/received-request.ts'
import type { Route, ServedEndpoint } from './route.ts'

type Fields = Readonly<Record<string, unknown>>

/** Value of a parameter that may stand in a header, or in the body under several names. */
function parameter(received: ReceivedRequest, body: Fields, names: readonly string[]): unknown {
  const [header = ''] = names
  const inBody = Object.entries(body).filter(([name]) => names.includes(name.toLowerCase()))
  const sent = received.headers.get(header)
  const values = new Set([...(sent === null ? [] : [sent]), ...inBody.map(([, value]) => value)])
  if (values.size > 1) {
    throw new RefusalError(4000001, `${header}: differs between the header and the body`)
  }
  return [...values][0]
}

/** The fields of a call, with store and terminal under both of their names. */
function gatewayFields(received: ReceivedRequest, body: Fields): Record<string, unknown> {
  const store = parameter(received, body, ['x-merchant-id', 'merchant_id'])
  const terminal = parameter(received, body, ['x-terminal-id', 'terminal_id'])
  return {
    ...body,
    ...(store !== undefined && { 'X-Merchant-ID': store, merchant_id: store }),
    ...(terminal !== undefined && { 'X-Terminal-ID': terminal, terminal_id: terminal }),
  }
}

/**
 * The one path of the gateway: X-API-Code selects the endpoint. It, X-Merchant-ID and X-Terminal-ID are
 * taken from the headers or from the body; when both have one, they must agree. Assumes G-03 and G-46.
 *
 * @see Specification 4.9
 */
export function gatewayRoute(calls: readonly ServedEndpoint[]): Route {
  const callOf = (apiCode: unknown) =>
    apiCode === undefined ? undefined : calls.find(({ endpoint }) => endpoint.apiCode === apiCode)
  return {
    malformedCode: 4000,
    failedCode: 5000,
    guess: (headers) => callOf(headers.get('x-api-code') ?? undefined),
    find(received) {
      const body = fieldsOf(received, {})
      const apiCode = parameter(received, body, ['x-api-code'])
      const served = callOf(apiCode)
      if (served === undefined) {
        const problem = apiCode === undefined ? 'is missing' : 'is not the code of any call'
        throw new RefusalError(4000001, `X-API-Code: ${problem}`)
      }
      return { served, fields: gatewayFields(received, body) }
    },
  }
}
