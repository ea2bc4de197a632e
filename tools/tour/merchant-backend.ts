import { createServer } from 'node:http'
import { verifyWebhook, type OrderEvent } from '@merchant-edge/orders/webhook'

/** An event that the merchant's backend has received and verified. */
export interface ReceivedEvent {
  readonly id: string
  readonly event: OrderEvent
}

/** A merchant's backend, which receives webhooks and accepts only those with a valid signature. */
export interface MerchantBackend {
  readonly url: string
  /** Every verified event, in the order of arrival. */
  readonly events: readonly ReceivedEvent[]
  /**
   * Answers every webhook with a status from now on, without storing it; without a status it
   * receives them again.
   */
  refuse(status?: number): void
  /**
   * Sets its clock ahead by a number of milliseconds, because a webhook is accepted for five
   * minutes only.
   */
  moveClock(laterMs: number): void
  stop(): Promise<void>
}

/** Starts a backend on a free loopback port; its secret must be set before the first webhook. */
export async function startMerchantBackend(secret: () => string): Promise<MerchantBackend> {
  const events: ReceivedEvent[] = []
  let refusedWith: number | undefined
  let clockLaterMs = 0
  async function receive(headers: Headers, body: string): Promise<number> {
    if (refusedWith !== undefined) return refusedWith
    const verdict = await verifyWebhook({
      secrets: [secret()],
      headers,
      body,
      now: () => Date.now() + clockLaterMs,
    })
    if (!verdict.verified) return 401
    events.push({ id: verdict.id, event: JSON.parse(body) })
    return 204
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const headers = new Headers()
      for (const [name, value] of Object.entries(request.headers)) {
        if (typeof value === 'string') headers.set(name, value)
      }
      void receive(headers, body).then((status) => response.writeHead(status).end())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    events,
    refuse: (status) => (refusedWith = status),
    moveClock: (laterMs) => (clockLaterMs = laterMs),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
