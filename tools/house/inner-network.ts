import type { WorkerOptions } from 'miniflare'

const name = 'inner-network'

const script = `
export default {
  fetch(request, { workers, ...bindings }) {
    const worker = workers[new URL(request.url).origin]
    return worker === undefined ? fetch(request) : bindings[worker].fetch(request)
  },
}
`

/** The Worker through which the Workers of a house send their requests. */
export interface InnerNetwork {
  readonly worker: WorkerOptions
  /** `outboundService` of each Worker of the house. */
  readonly outboundService: string
}

/**
 * Carries requests between the Workers of a house without a connection, and others over the network. Over connections a
 * busy machine would lose some: workerd ends an idle one on both sides after the same five seconds, and a request that the
 * one side sends just then is answered by nobody.
 *
 * @param addresses origins by the names of the Workers
 */
export function innerNetwork(
  addresses: Readonly<Record<string, string>>,
  compatibilityDate: string,
): InnerNetwork {
  const names = Object.keys(addresses)
  const workers = Object.fromEntries(
    Object.entries(addresses).map(([worker, address]) => [new URL(address).origin, worker]),
  )
  return {
    outboundService: name,
    worker: {
      name,
      compatibilityDate,
      modules: true,
      script,
      bindings: { workers },
      serviceBindings: Object.fromEntries(names.map((worker) => [worker, worker])),
    },
  }
}
