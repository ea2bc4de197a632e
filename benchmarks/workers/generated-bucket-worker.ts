import type { Fetcher, R2Bucket, R2GetOptions } from '@cloudflare/workers-types'

interface Env {
  readonly BUCKET: R2Bucket
  /** The process that measures. */
  readonly GENERATED: Fetcher
}

/** Request to the measuring process: a part of a file, or all of it. */
interface Asked {
  readonly method: 'GET' | 'HEAD'
  readonly offset?: number | undefined
  readonly length?: number | undefined
}

const sides = [
  [/^reconciliations\/[-\d]+\/\d+_BENCH_SERVICE_TRAN\.csv$/, 'partner'],
  [/^incoming\/\d+_SERVICE_BENCH_TRAN\.csv$/, 'service'],
] as const

function sideOf(key: string): 'partner' | 'service' | undefined {
  return sides.find(([pattern]) => pattern.test(key))?.[1]
}

/**
 * Replaces the bucket of the orders Worker: the two files of the day come from the measuring process, as they would from R2;
 * all other objects are in the local bucket.
 */
export default function generatedBucket({ BUCKET, GENERATED }: Env) {
  async function find(key: string, side: string, { method, offset, length }: Asked) {
    const { headers, body } = await GENERATED.fetch(`http://generated/${side}`, {
      method,
      headers: {
        ...(offset !== undefined && { 'x-offset': String(offset) }),
        ...(length !== undefined && { 'x-length': String(length) }),
      },
    })
    const customMetadata = { sha256: 'generated' }
    const size = Number(headers.get('x-bytes'))
    return { key, size, etag: `generated-${side}`, customMetadata, body }
  }
  return {
    head(key: string) {
      const side = sideOf(key)
      return side === undefined ? BUCKET.head(key) : find(key, side, { method: 'HEAD' })
    },
    get(key: string, options: R2GetOptions = {}) {
      const side = sideOf(key)
      if (side === undefined) return BUCKET.get(key, options)
      const { range } = options
      const part = range !== undefined && 'offset' in range ? range : undefined
      return find(key, side, { method: 'GET', offset: part?.offset, length: part?.length })
    },
    put: (...args: Parameters<R2Bucket['put']>) => BUCKET.put(...args),
    list: (...args: Parameters<R2Bucket['list']>) => BUCKET.list(...args),
    delete: (...args: Parameters<R2Bucket['delete']>) => BUCKET.delete(...args),
    createMultipartUpload: (...args: Parameters<R2Bucket['createMultipartUpload']>) =>
      BUCKET.createMultipartUpload(...args),
  }
}
