import { chunksOf, streamOf } from '../exchange/content.ts'
import type { FileExchange, FileSource, PutOptions } from '../exchange/file-exchange.ts'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { printableName } from '../exchange/file-name.ts'
import { interruptible } from '../exchange/interruptible.ts'
import type { Bucket } from './list-objects.ts'
import { wrongSize } from './part-source.ts'
import { acceptOwn, nameTaken, sendUnlessTaken } from './unless-taken.ts'
import { type PartsOutcome, partBytesFor, uploadInParts } from './upload-parts.ts'

/** Content, and its name in the bucket. */
export interface ObjectWrite {
  readonly name: string
  readonly source: FileSource
  readonly options: PutOptions
  /** Larger content goes in parts of this size, in bytes. */
  readonly partBytes: number
}

async function* counted({ name, source, options }: ObjectWrite): AsyncGenerator<Uint8Array> {
  let position = 0
  for await (const chunk of chunksOf(await source.open(0))) {
    position += chunk.length
    if (position > source.sizeBytes) throw wrongSize(name, source)
    yield chunk
    options.onProgress?.(position)
  }
  if (position < source.sizeBytes) throw wrongSize(name, source)
}

/** What an upload led to; `doubtful` when the answer says success, and not as a bucket does. */
type UploadOutcome = PartsOutcome | 'doubtful'

async function uploadWhole({ client, prefix }: Bucket, write: ObjectWrite): Promise<UploadOutcome> {
  const { name, source, options } = write
  const call = {
    activity: `writing ${printableName(name)}`,
    method: 'PUT' as const,
    key: `${prefix}${name}`,
    headers: { 'content-length': String(source.sizeBytes) },
    body: async () => streamOf(counted(write)),
    signal: options.signal,
  }
  const response =
    options.replace === true ? await client(call) : await sendUnlessTaken(client, call)
  await response.body?.cancel()
  if (!response.ok) return 'taken'
  return response.headers.has('etag') ? 'written' : 'doubtful'
}

function upload(bucket: Bucket, write: ObjectWrite): Promise<UploadOutcome> {
  const { name, source, options } = write
  if (source.sizeBytes <= write.partBytes) return uploadWhole(bucket, write)
  const partBytes = partBytesFor(source.sizeBytes, write.partBytes)
  const { client, prefix } = bucket
  return uploadInParts({ client, key: `${prefix}${name}`, name, source, options, partBytes })
}

/**
 * Writes an object atomically, in one request or in parts. Without `replace` an existing object is
 * not overwritten: the name is checked first, and the bucket is asked to refuse a taken name. An
 * object that the bucket has acknowledged and that is gone right afterwards was written: its
 * receiver was quick.
 *
 * @throws FileExchangeError `ERR_FILE_EXISTS`, or why it could not be written
 */
export async function putObject(
  bucket: Bucket,
  exchange: FileExchange,
  write: ObjectWrite,
): Promise<void> {
  const { name, source, options } = write
  const before = interruptible(exchange, options.signal)
  if (options.replace !== true && (await before.find(name)) !== undefined) throw nameTaken(name)
  const outcome = await upload(bucket, write)
  if (outcome === 'taken' || outcome === 'unknown') await acceptOwn(exchange, name, source)
  const written = await exchange.find(name)
  if (written === undefined && outcome === 'doubtful') {
    throw new FileExchangeError(
      'ERR_SERVER',
      `${printableName(name)} was taken without the version that a bucket names, and it is not there.`,
      { remedy: 'Check that the address is that of an S3 API.' },
    )
  }
  if (written === undefined || written.sizeBytes === source.sizeBytes) return
  throw new FileExchangeError(
    'ERR_SIZE_DIFFERS',
    `The bucket holds ${written.sizeBytes} of the ${source.sizeBytes} bytes of ${printableName(name)}.`,
  )
}
