import { createServer } from 'node:http'
import * as v from 'valibot'

/** The receiver of a demonstration's webhooks. */
export interface ShopReceiver {
  readonly url: string
  stop(): Promise<void>
}

const told = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ data: v.object({ order: v.optional(v.object({ id: v.string() })) }) }),
)

/** Receives webhooks on a free loopback port: answers 204, or 500 for some orders. */
export async function startShopReceiver(refusedOrders: ReadonlySet<string>): Promise<ShopReceiver> {
  function statusFor(body: string): number {
    const parsed = v.safeParse(told, body)
    const id = parsed.success ? parsed.output.data.order?.id : undefined
    return id !== undefined && refusedOrders.has(id) ? 500 : 204
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      response.writeHead(statusFor(Buffer.concat(chunks).toString('utf8'))).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('There is no port.')
  return {
    url: `http://127.0.0.1:${address.port}/webhooks`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
