import { sameContent } from '../exchange/content.ts'
import type { FileExchange, FileSource } from '../exchange/file-exchange.ts'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { printableName } from '../exchange/file-name.ts'
import type { S3Call, S3Client } from './s3-client.ts'

const notImplemented = 501

/** The error about a name that is taken. */
export function nameTaken(name: string): FileExchangeError {
  return new FileExchangeError('ERR_FILE_EXISTS', `${printableName(name)} is there already.`)
}

/**
 * The error for a name that was not free, and is now. What had it may have been our own file of an
 * attempt whose answer was lost.
 */
export function nameContested(name: string): FileExchangeError {
  return new FileExchangeError(
    'ERR_CONNECTION',
    `${printableName(name)} was there when it was written, and is not there now: somebody else was writing it, or it was written and its receiver has taken it already.`,
    { remedy: 'Ask the receiver, or send it again later.' },
  )
}

/**
 * Sends a request that must not overwrite: only if the name is free (`If-None-Match`). Some
 * services reject this condition and get the request without it; others ignore it. For both, the
 * earlier check is the only protection.
 *
 * @returns the answer; 409 or 412 when the name was not free
 */
export async function sendUnlessTaken(client: S3Client, call: S3Call): Promise<Response> {
  const accepts = [...(call.accepts ?? []), 409, 412]
  const response = await client({
    ...call,
    headers: { ...call.headers, 'if-none-match': '*' },
    accepts: [...accepts, notImplemented],
  })
  if (response.status !== notImplemented) return response
  await response.body?.cancel()
  return client({ ...call, accepts })
}

/**
 * Decides about an upload whose name was taken: it may be our own file from an attempt whose answer
 * was lost.
 *
 * @throws FileExchangeError when it is another file
 */
export async function acceptOwn(
  exchange: FileExchange,
  name: string,
  source: FileSource,
): Promise<void> {
  if ((await sameContent(exchange, name, source)) !== undefined) return
  throw (await exchange.find(name)) === undefined ? nameContested(name) : nameTaken(name)
}
