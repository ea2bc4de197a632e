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
 * Routes requests between the Workers of a house directly, without a network connection, and all
 * others over the network. On a busy machine some requests over connections would be lost: workerd
 * closes an idle connection on both sides after the same five seconds, and a request that one side
 * sends at that moment gets no answer.
 *
 * @param workers Workers with names
 * @param addresses their addresses by name; a Worker without an address cannot be reached
 * @returns the Workers, and an additional Worker that routes their requests
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
