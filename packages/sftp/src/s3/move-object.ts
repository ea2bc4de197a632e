import { sha256Of } from '../exchange/content.ts'
import type { FileExchange } from '../exchange/file-exchange.ts'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { printableName } from '../exchange/file-name.ts'
import { type Bucket, lookAtObject, type SeenObject } from './list-objects.ts'
import { escapeKey } from './sign-s3-request.ts'
import { nameContested, nameTaken, sendUnlessTaken } from './unless-taken.ts'

/** Largest object that S3 copies in one request: 5 GiB. */
const maxCopyBytes = 5 * 2 ** 30

/** The two names of an object that is renamed. */
export interface ObjectMove {
  readonly name: string
  readonly newName: string
}

function changed(name: string): FileExchangeError {
  return new FileExchangeError(
    'ERR_FILE_CHANGED',
    `${printableName(name)} changed while it was renamed; it was not removed.`,
  )
}

/** Copies the object; @returns whether the name was free and the bucket says that it has copied */
async function copyObject(
  { client, bucket, prefix }: Bucket,
  { name, newName }: ObjectMove,
  { etag }: SeenObject,
): Promise<boolean> {
  const from = `/${escapeKey(bucket)}/${escapeKey(`${prefix}${name}`)}`
  const response = await sendUnlessTaken(client, {
    activity: `renaming ${printableName(name)}`,
    method: 'PUT',
    key: `${prefix}${newName}`,
    headers: {
      'x-amz-copy-source': from,
      // R2's header for the condition on the new name.
      'cf-copy-destination-if-none-match': '*',
      ...(etag !== undefined && { 'x-amz-copy-source-if-match': etag }),
    },
    result: 'CopyObjectResult',
  })
  await response.body?.cancel()
  return response.ok
}

/**
 * Whether both objects have the same content. ETags of copies may differ, because of parts or
 * encryption.
 */
async function areSame(
  exchange: FileExchange,
  { name, newName }: ObjectMove,
  [before, copy]: readonly [SeenObject, SeenObject],
): Promise<boolean> {
  if (before.sizeBytes !== copy.sizeBytes) return false
  if (before.etag !== undefined && before.etag === copy.etag) return true
  const [one, other] = [await exchange.get(name), await exchange.get(newName)]
  return (await sha256Of(one)) === (await sha256Of(other))
}

/**
 * Renames an object to a free name. S3 has no rename: the object is copied, the copy is verified,
 * and only then the original is deleted. In case of doubt both are kept.
 *
 * @throws FileExchangeError `ERR_FILE_EXISTS` when the new name is taken
 */
export async function moveObject(
  bucket: Bucket,
  exchange: FileExchange,
  move: ObjectMove,
): Promise<void> {
  const { name, newName } = move
  if ((await lookAtObject(bucket, newName)) !== undefined) throw nameTaken(newName)
  const before = await lookAtObject(bucket, name)
  if (before === undefined) {
    throw new FileExchangeError('ERR_FILE_MISSING', `${printableName(name)} is not there.`)
  }
  if (before.sizeBytes > maxCopyBytes) {
    throw new FileExchangeError(
      'ERR_FILE_TOO_LARGE',
      `${printableName(name)} has ${before.sizeBytes} bytes, and S3 renames at most ${maxCopyBytes}.`,
    )
  }
  const isCopied = await copyObject(bucket, move, before)
  const copy = await lookAtObject(bucket, newName)
  if ((await lookAtObject(bucket, name))?.etag !== before.etag) throw changed(name)
  if (copy === undefined && !isCopied) throw nameContested(newName)
  // A taken name may be our own copy from an attempt whose answer was lost.
  if (copy === undefined || !(await areSame(exchange, move, [before, copy]))) {
    if (!isCopied) throw nameTaken(newName)
    throw new FileExchangeError(
      'ERR_CONTENT_DIFFERS',
      `The bucket says that it has copied ${printableName(name)}, and the copy is not the same.`,
      { remedy: `Look at ${printableName(newName)}; ${printableName(name)} was not removed.` },
    )
  }
  await exchange.remove(name)
}
