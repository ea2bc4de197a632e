import { Worker } from 'node:worker_threads'

/** What the thread of the peer tells: where it is, once, and when as many webhooks are acknowledged as it was asked for. */
export type PeerMessage = { readonly url: string } | 'delivered'

/** What the thread of the peer is asked: to tell when so many more webhooks have been acknowledged. */
export interface PeerQuestion {
  readonly delivered: number
}

/** The service and the shop of the payment figures. */
export interface PaymentPeer {
  readonly url: string
  /** Resolves when so many more webhooks have been acknowledged since the last time; one call at a time. */
  delivered(count: number): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a server that says of every order that it is paid, and takes every webhook; in a thread of its own, so that its
 * answers do not hold up who sends the callbacks and takes the time.
 *
 * @throws Error when the thread ends before it listens
 */
export async function startPaymentPeer(): Promise<PaymentPeer> {
  const thread = new Worker(new URL('./payment-peer-thread.ts', import.meta.url))
  let reached = () => {}
  const url = await new Promise<string>((resolve, reject) => {
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('The thread of the peer has ended.')))
    thread.on('message', (message: PeerMessage) => {
      if (message === 'delivered') reached()
      else resolve(message.url)
    })
  })
  return {
    url,
    delivered(count) {
      const all = new Promise<void>((resolve) => (reached = resolve))
      const question: PeerQuestion = { delivered: count }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage(question)
      return all
    },
    async close() {
      await thread.terminate()
    },
  }
}
