import { Miniflare } from 'miniflare'
import { expect, it } from 'vitest'
import { withInnerNetwork } from './inner-network.ts'

const compatibilityDate = '2026-07-30'
const caller = `export default {
  async fetch(request) {
    const { status, headers } = await fetch(request.headers.get('goes-to'), { redirect: 'manual' })
    return Response.json({ status, location: headers.get('location') })
  },
}`
const entry = `export default { fetch: (request, { CALLER }) => CALLER.fetch(request) }`
const callee = `export default {
  fetch: (request) => Response.redirect(request.url + 'seen', 303),
}`

it('routes a request for the address of a Worker of the house, where nothing listens, to that Worker, and no other request', async () => {
  // Port 9 is that of the discard service, which does not run here, so nothing listens on it.
  const house = new Miniflare({
    cf: false,
    workers: [
      {
        name: 'entry',
        compatibilityDate,
        modules: true,
        script: entry,
        serviceBindings: { CALLER: 'caller' },
      },
      ...withInnerNetwork(
        [
          { name: 'caller', compatibilityDate, modules: true, script: caller },
          { name: 'callee', compatibilityDate, modules: true, script: callee },
        ],
        { callee: 'http://localhost:9' },
      ),
    ],
  })
  const ask = (address: string) =>
    house.dispatchFetch('http://localhost/', { headers: { 'goes-to': address } })
  try {
    const inner = await ask('http://localhost:9/')
    const outer = await ask('http://127.0.0.1:9/')

    expect(await inner.json()).toEqual({ status: 303, location: 'http://localhost:9/seen' })
    expect(outer.status).toBe(500)
  } finally {
    await house.dispose()
  }
})
