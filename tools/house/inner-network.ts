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

/**
 * Carries requests between the Workers of a house without a connection, and others over the network. Over connections a
 * busy machine would lose some: workerd ends an idle one on both sides after the same five seconds, and a request that the
 * one side sends just then is answered by nobody.
 *
 * @param workers Workers with names
 * @param addresses where they are, by their names; one without an address is not reached
 * @returns the Workers, and the one through which they send their requests
 */
export function withInnerNetwork(
  workers: readonly WorkerOptions[],
  addresses: Readonly<Record<string, string>>,
): readonly WorkerOptions[] {
  const names = workers.flatMap((worker) => worker.name ?? [])
  const reached = names.filter((worker) => addresses[worker] !== undefined)
  const carrier: WorkerOptions = {
    name,
    compatibilityDate: '2026-07-30',
    modules: true,
    script,
    bindings: {
      workers: Object.fromEntries(
        reached.map((worker) => [new URL(addresses[worker] ?? '').origin, worker]),
      ),
    },
    serviceBindings: Object.fromEntries(reached.map((worker) => [worker, worker])),
  }
  return [
    carrier,
    ...workers.map((worker): WorkerOptions => ({ ...worker, outboundService: name })),
  ]
}
