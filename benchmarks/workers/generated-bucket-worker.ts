import type { Fetcher, R2Bucket } from '@cloudflare/workers-types'

interface Env {
  readonly BUCKET: R2Bucket
  /** The process that measures. */
  readonly GENERATED: Fetcher
}

const sides = [
  [/^reconciliations\/[-\d]+\/\d+_BENCH_SERVICE_TRAN\.csv$/, 'partner'],
  [/^incoming\/\d+_SERVICE_BENCH_TRAN\.csv$/, 'service'],
] as const

function sideOf(key: string): 'partner' | 'service' | undefined {
  return sides.find(([pattern]) => pattern.test(key))?.[1]
}

/**
 * What the orders Worker takes for its bucket: the two files of the day come from the process that measures, as they
 * would from R2, and everything else is in the bucket of the machine.
 */
export default function generatedBucket({ BUCKET, GENERATED }: Env) {
  async function find(key: string, side: string, method: 'GET' | 'HEAD') {
    const { headers, body } = await GENERATED.fetch(`http://generated/${side}`, { method })
    const customMetadata = { sha256: 'generated' }
    const size = Number(headers.get('x-bytes'))
    return { key, size, etag: `generated-${side}`, customMetadata, body }
  }
  return {
    head(key: string) {
      const side = sideOf(key)
      return side === undefined ? BUCKET.head(key) : find(key, side, 'HEAD')
    },
    get(key: string) {
      const side = sideOf(key)
      return side === undefined ? BUCKET.get(key) : find(key, side, 'GET')
    },
    put: (...args: Parameters<R2Bucket['put']>) => BUCKET.put(...args),
    list: (...args: Parameters<R2Bucket['list']>) => BUCKET.list(...args),
    delete: (...args: Parameters<R2Bucket['delete']>) => BUCKET.delete(...args),
    createMultipartUpload: (...args: Parameters<R2Bucket['createMultipartUpload']>) =>
      BUCKET.createMultipartUpload(...args),
  }
}
