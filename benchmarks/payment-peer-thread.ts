import { once } from 'node:events'
import { createServer } from 'node:http'
import { parentPort } from 'node:worker_threads'
import { amountVnd } from './callback-load.ts'
import type { PeerMessage, PeerQuestion } from './payment-peer.ts'

function tell(message: PeerMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}

let left = 0

/** Counts in this thread, so that the measuring thread gets one message and not one for each webhook. */
function count(change: number): void {
  left += change
  if (left === 0) tell('delivered')
}
parentPort?.on('message', ({ delivered }: PeerQuestion) => count(delivered))

/** Answers that every order is paid, and accepts every webhook. */
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    if (request.method === 'POST') {
      response.writeHead(204).end()
      count(-1)
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
tell({ url: `http://127.0.0.1:${address.port}` })
