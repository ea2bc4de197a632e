import { SignOnError } from '../failure/sign-on-error.ts'
import type { SignOnPorts } from './ports.ts'

/** Sends one request of sign-on with a deadline, and reads the complete answer. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

export interface SendOptions {
  readonly ports: Pick<SignOnPorts, 'fetch' | 'deadline'>
  /** Milliseconds from the first byte sent to the last byte read, including a retry. */
  readonly timeoutMs: number
}

const maxBodyBytes = 256 * 1024

async function readBody(response: Response): Promise<Response> {
  const { status, headers } = response
  // So a browser shows a redirect that is not followed.
  if (status === 0) throw new SignOnError('response_unreadable', { subject: 'a redirect' })
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  // Uses a reader, because not every browser can iterate over a stream.
  const reader = response.body?.getReader()
  for (;;) {
    const chunk = await reader?.read()
    if (!chunk || chunk.done) break
    size += chunk.value.byteLength
    if (size > maxBodyBytes) {
      await reader?.cancel()
      throw new SignOnError('response_unreadable', { subject: 'more than 256 kB' })
    }
    chunks.push(chunk.value)
  }
  const kept = new Headers(headers)
  kept.delete('content-encoding')
  kept.delete('content-length')
  return new Response(size === 0 ? null : new Blob(chunks), { status, headers: kept })
}

/**
 * Sends a request and returns the head of the answer. A GET without an answer is retried once, as
 * browsers do, because the server may have closed the keep-alive connection at that moment. No
 * other request is retried: a code and a refresh token can be used only once, and without an answer
 * it is unknown whether they were.
 */
async function fetchHead(
  { fetch }: Pick<SignOnPorts, 'fetch'>,
  url: string,
  init: RequestInit & { readonly signal: AbortSignal },
): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.method !== 'GET' || init.signal.aborted) throw error
    return fetch(url, init)
  }
}

/**
 * Makes the function that sends every request to the identity server.
 *
 * It follows no redirect, reads at most 256 kB and throws a retryable SignOnError when there is no
 * answer (for a GET after one retry) or when the server answers 429 or 5xx. An abort by the caller
 * is passed on unchanged.
 */
export function createSend({ ports, timeoutMs }: SendOptions): Send {
  return async (url, init) => {
    const deadline = ports.deadline(timeoutMs)
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline
    let response: Response
    try {
      response = await readBody(
        await fetchHead(ports, url, { ...init, redirect: 'manual', signal }),
      )
    } catch (error) {
      if (error instanceof SignOnError) throw error
      if (init.signal?.aborted === true) throw error
      throw new SignOnError(deadline.aborted ? 'timed_out' : 'network_failed')
    }
    if (response.status === 429 || response.status >= 500) {
      throw new SignOnError('server_unavailable', { serverStatus: response.status })
    }
    return response
  }
}
