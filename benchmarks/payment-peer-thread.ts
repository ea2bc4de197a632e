import { once } from 'node:events'
import { createServer } from 'node:http'
import { amountVnd } from './callback-load.ts'

/** The service and the shop of the payment figures. */
export interface PaymentPeer {
  readonly url: string
  /** Resolves when so many more webhooks have been acknowledged since the last time. */
  delivered(count: number): Promise<void>
  close(): void
}

/** Starts a server that says of every order that it is paid, and takes every webhook. */
export async function startPaymentPeer(): Promise<PaymentPeer> {
  let left = 0
  let reached = () => {}
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      if (request.method === 'POST') {
        response.writeHead(204).end()
        left -= 1
        if (left === 0) reached()
        return
      }
      const orderId = request.url?.split('/').at(-1) ?? ''
      const data = {
        order_id: orderId,
        order_amount: amountVnd,
        pay_status: 'SUCCESS',
        transaction_id: orderId.replace('20260101T', 'TX-'),
        vnd_amount: amountVnd,
        point_amount: 0,
      }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ meta: { code: 200, message: 'OK' }, data }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The peer has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    delivered(count) {
      const all = new Promise<void>((resolve) => (reached = resolve))
      left += count
      return left <= 0 ? Promise.resolve() : all
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
