import { Worker } from 'node:worker_threads'

/** Messages of the peer's thread: its address, once, and that the requested number of webhooks was acknowledged. */
export type PeerMessage = { readonly url: string } | 'delivered'

/** Request to the peer's thread: to report when this many more webhooks have been acknowledged. */
export interface PeerQuestion {
  readonly delivered: number
}

/** The service and the shop of the payment figures. */
export interface PaymentPeer {
  readonly url: string
  /** Resolves when this many webhooks have been acknowledged since the last call; one call at a time. */
  delivered(count: number): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a server that answers that every order is paid, and accepts every webhook. It runs in a separate thread, so that its
 * answers do not delay the thread that sends the callbacks and measures.
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
