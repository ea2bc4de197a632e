import type { HostClock } from '../clock/host-clock.ts'

/** A refused body: too large, too slow, or not of its content-type. */
export class BodyRefused extends Error {
  override readonly name = 'BodyRefused'
  readonly status: 400 | 408 | 413 | 415

  /** @param message what is wrong, beginning with `body:` or `content-type:` */
  constructor(status: BodyRefused['status'], message: string) {
    super(message)
    this.status = status
  }
}

/** Limits for the size of a body and for the time to receive it. */
export interface BodyLimits {
  readonly bytes: number
  readonly seconds: number
}

/** Limits of a call, a form and a control request. */
export const textLimits: BodyLimits = { bytes: 256 * 1024, seconds: 10 }

function tooSlow({ seconds }: BodyLimits): BodyRefused {
  return new BodyRefused(408, `body: must have come after ${seconds} seconds`)
}

function tooLarge({ bytes }: BodyLimits): BodyRefused {
  return new BodyRefused(413, `body: must have at most ${bytes} bytes`)
}

/** Rejects when the signal is aborted, and never resolves. */
function abortionOf(signal: AbortSignal, refusal: BodyRefused): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(refusal)
    signal.addEventListener('abort', () => reject(refusal), { once: true })
  })
}

/**
 * Reads a body piece by piece, within its limits.
 *
 * @throws BodyRefused 413 when it is too large, 408 when it is too slow, 400 when it is incomplete
 */
export async function* readPieces(
  request: Request,
  host: HostClock,
  limits: BodyLimits,
): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limits.bytes) throw tooLarge(limits)
  if (request.body === null) return
  const reader = request.body.getReader()
  const late = abortionOf(host.timeout(limits.seconds * 1000), tooSlow(limits))
  late.catch(() => undefined)
  let taken = 0
  let isDone = false
  try {
    for (;;) {
      const broken = () => {
        throw new BodyRefused(400, 'body: broke off')
      }
      const { done, value } = await Promise.race([reader.read().catch(broken), late])
      if (done) break
      taken += value.byteLength
      if (taken > limits.bytes) throw tooLarge(limits)
      yield value
    }
    isDone = true
  } finally {
    if (!isDone) await reader.cancel().catch(() => undefined)
  }
}

/**
 * Reads a whole body, within its limits.
 *
 * @throws BodyRefused 413 when it is too large, 408 when it is too slow, 400 when it is incomplete
 */
export async function readBytes(
  request: Request,
  host: HostClock,
  limits: BodyLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  for await (const piece of readPieces(request, host, limits)) pieces.push(piece)
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.byteLength, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  return bytes
}

/**
 * Reads a whole body as text.
 *
 * @throws BodyRefused as {@link readBytes}, and 400 when it is not UTF-8
 */
export async function readText(request: Request, host: HostClock): Promise<string> {
  const bytes = await readBytes(request, host, textLimits)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new BodyRefused(400, 'body: must be UTF-8 text')
  }
}
