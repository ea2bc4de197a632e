import { chunksOf, streamOf } from '../exchange/content.ts'
import type { FileExchange, FileSource, PutOptions } from '../exchange/file-exchange.ts'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { printableName } from '../exchange/file-name.ts'
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

async function uploadWhole(
  { client, prefix }: Bucket,
  write: ObjectWrite,
): Promise<'written' | 'taken'> {
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
  return response.ok ? 'written' : 'taken'
}

function upload(bucket: Bucket, write: ObjectWrite): Promise<PartsOutcome> {
  const { name, source, options } = write
  if (source.sizeBytes <= write.partBytes) return uploadWhole(bucket, write)
  const partBytes = partBytesFor(source.sizeBytes, write.partBytes)
  const { client, prefix } = bucket
  return uploadInParts({ client, key: `${prefix}${name}`, name, source, options, partBytes })
}

/**
 * Writes an object atomically, in one request or in parts. Without `replace` an existing object is
 * not overwritten: the name is checked first, and the bucket is asked to refuse a taken name.
 *
 * @throws FileExchangeError `ERR_FILE_EXISTS`, or why it could not be written
 */
export async function putObject(
  bucket: Bucket,
  exchange: FileExchange,
  write: ObjectWrite,
): Promise<void> {
  const { name, source, options } = write
  if (options.replace !== true && (await exchange.find(name)) !== undefined) throw nameTaken(name)
  if ((await upload(bucket, write)) !== 'written') await acceptOwn(exchange, name, source)
  const written = await exchange.find(name)
  if (written?.sizeBytes === source.sizeBytes) return
  throw new FileExchangeError(
    'ERR_SIZE_DIFFERS',
    `The bucket holds ${written?.sizeBytes ?? 0} of the ${source.sizeBytes} bytes of ${printableName(name)}.`,
  )
}
