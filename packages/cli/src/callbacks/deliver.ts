import type { Terminal } from '../command/terminal.ts'
import { networkFailure } from '../network/network-failure.ts'

/** Result of one delivery of a callback. */
export interface Delivery {
  /** HTTP status; absent when no answer came. */
  readonly status?: number
  /** The first characters of the answer's body. */
  readonly body?: string
  /** Why there was no answer, such as `no answer in time` or `ECONNREFUSED: ...`. */
  readonly failure?: string
  /** From the request to the end of the answer, in milliseconds. */
  readonly durationMs: number
}

const maxBodyChars = 2_000

async function readBeginning(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  if (response.body === null) return text
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= maxBodyChars) return `${text.slice(0, maxBodyChars)}…`
  }
  return text
}

/**
 * Sends one GET as the service does: redirects are not followed, and an answer after the timeout
 * counts as no answer.
 *
 * @param limits timeout in milliseconds, and the signal that interrupts it, whose reason is thrown
 */
export async function deliver(
  url: string,
  { timeoutMs, stopped }: { readonly timeoutMs: number; readonly stopped: AbortSignal },
  terminal: Pick<Terminal, 'now' | 'deadline'>,
): Promise<Delivery> {
  const started = terminal.now()
  const durationMs = () => terminal.now() - started
  try {
    const signal = AbortSignal.any([terminal.deadline(timeoutMs), stopped])
    const response = await fetch(url, { redirect: 'manual', signal })
    const body = await readBeginning(response)
    return { status: response.status, body, durationMs: durationMs() }
  } catch (error) {
    stopped.throwIfAborted()
    return { failure: networkFailure(error), durationMs: durationMs() }
  }
}
