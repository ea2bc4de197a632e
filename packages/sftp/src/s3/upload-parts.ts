import { streamOf } from '../exchange/content.ts'
import type { FileSource, PutOptions } from '../exchange/file-exchange.ts'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { printableName } from '../exchange/file-name.ts'
import { rootOf, textOf } from './answer-xml.ts'
import { PartSource } from './part-source.ts'
import type { S3Client } from './s3-client.ts'
import { sendUnlessTaken } from './unless-taken.ts'

const mebibyte = 2 ** 20
const maxParts = 10_000

/** Minimum part size of S3, except for the last part: 5 MiB. */
export const minPartBytes = 5 * mebibyte
/** Maximum part size of S3: 5 GiB. */
export const maxPartBytes = 5 * 1024 * mebibyte

/** Content that goes to a bucket in parts. */
export interface PartsUpload {
  readonly client: S3Client
  readonly key: string
  readonly name: string
  readonly source: FileSource
  /** Size of a part in bytes, as {@link partBytesFor} says. */
  readonly partBytes: number
  readonly options: PutOptions
}

/** Outcome of an upload: `unknown` when the bucket no longer knows it. */
export type PartsOutcome = 'written' | 'taken' | 'unknown'

/**
 * Part size for a file: the requested size, or larger, because at most 10,000 parts are allowed.
 */
export function partBytesFor(sizeBytes: number, partBytes: number): number {
  const needed = Math.ceil(sizeBytes / maxParts)
  return needed <= partBytes ? partBytes : Math.ceil(needed / mebibyte) * mebibyte
}

function notOfItsForm(what: string): FileExchangeError {
  return new FileExchangeError('ERR_SERVER', `The bucket told no ${what}.`, {
    remedy: 'Check that the address is that of an S3 API that takes uploads in parts.',
  })
}

async function begin({ client, key, name, options }: PartsUpload): Promise<string> {
  const response = await client({
    activity: `beginning ${printableName(name)}`,
    method: 'POST',
    key,
    query: { uploads: '' },
    signal: options.signal,
    result: 'InitiateMultipartUploadResult',
  })
  const root = rootOf(await response.text())
  const uploadId = root && textOf(root, 'UploadId')
  if (uploadId === undefined || uploadId === '') throw notOfItsForm('id of an upload')
  return uploadId
}

/** Sends the parts one after another; @returns what the bucket calls each of them */
async function sendParts(upload: PartsUpload, uploadId: string): Promise<string[]> {
  const { client, key, name, source, partBytes, options } = upload
  const { signal, onProgress } = options
  const parts = new PartSource(name, source)
  const etags: string[] = []
  try {
    for (let fromByte = 0; fromByte < source.sizeBytes; fromByte += partBytes) {
      const toByte = Math.min(source.sizeBytes, fromByte + partBytes)
      const response = await client({
        activity: `writing part ${etags.length + 1} of ${printableName(name)}`,
        method: 'PUT',
        key,
        query: { partNumber: String(etags.length + 1), uploadId },
        headers: { 'content-length': String(toByte - fromByte) },
        body: async () => streamOf(parts.part({ fromByte, toByte }, onProgress)),
        signal,
      })
      await response.body?.cancel()
      const etag = response.headers.get('etag')
      if (etag === null) throw notOfItsForm('name of a part')
      etags.push(etag)
    }
    await parts.end()
    return etags
  } finally {
    await parts.close()
  }
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

async function complete(
  { client, key, name, options }: PartsUpload,
  uploadId: string,
  etags: readonly string[],
): Promise<PartsOutcome> {
  const parts = etags.map(
    (etag, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
  )
  const xml = new TextEncoder().encode(
    `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`,
  )
  const call = {
    activity: `completing ${printableName(name)}`,
    method: 'POST' as const,
    key,
    query: { uploadId },
    headers: { 'content-length': String(xml.length), 'content-type': 'application/xml' },
    body: async () => new Blob([xml]).stream(),
    signal: options.signal,
    accepts: [404],
    result: 'CompleteMultipartUploadResult',
  }
  const response =
    options.replace === true ? await client(call) : await sendUnlessTaken(client, call)
  await response.body?.cancel()
  if (response.ok) return 'written'
  return response.status === 404 ? 'unknown' : 'taken'
}

/** Deletes the uploaded parts. A bucket can also be configured to delete them after some days. */
async function abort({ client, key, name }: PartsUpload, uploadId: string): Promise<void> {
  try {
    const activity = `giving up ${printableName(name)}`
    await client({ activity, method: 'DELETE', key, query: { uploadId }, accepts: [404] })
  } catch {
    // The error that ended the upload is reported instead.
  }
}

/**
 * Uploads content in parts. The complete object appears when the last part is uploaded. An upload
 * that fails is aborted, so that the bucket keeps no parts of it.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html
 */
export async function uploadInParts(upload: PartsUpload): Promise<PartsOutcome> {
  const uploadId = await begin(upload)
  let outcome: PartsOutcome | undefined
  try {
    outcome = await complete(upload, uploadId, await sendParts(upload, uploadId))
    return outcome
  } finally {
    if (outcome !== 'written') await abort(upload, uploadId)
  }
}
