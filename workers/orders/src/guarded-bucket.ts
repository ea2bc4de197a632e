import type { Guard } from './guarded-database.ts'

type Content = Parameters<R2Bucket['put']>[1]
type Conditional<Options> = Options & { onlyIf: R2Conditional | Headers }

/** Wraps a bucket so that a guard must allow every read and write, whatever code makes it. */
export function guardedBucket(bucket: R2Bucket, guard: Guard): R2Bucket {
  function get(
    key: string,
    options: Conditional<R2GetOptions>,
  ): Promise<R2ObjectBody | R2Object | null>
  function get(key: string, options?: R2GetOptions): Promise<R2ObjectBody | null>
  async function get(key: string, options?: R2GetOptions): Promise<R2ObjectBody | R2Object | null> {
    await guard()
    return bucket.get(key, options)
  }
  function put(
    key: string,
    value: Content,
    options?: Conditional<R2PutOptions>,
  ): Promise<R2Object | null>
  function put(key: string, value: Content, options?: R2PutOptions): Promise<R2Object>
  async function put(
    key: string,
    value: Content,
    options?: R2PutOptions,
  ): Promise<R2Object | null> {
    await guard()
    return bucket.put(key, value, options)
  }
  return {
    get,
    put,
    async head(key) {
      await guard()
      return bucket.head(key)
    },
    async delete(keys) {
      await guard()
      return bucket.delete(keys)
    },
    async list(options) {
      await guard()
      return bucket.list(options)
    },
    async createMultipartUpload(key, options) {
      await guard()
      return bucket.createMultipartUpload(key, options)
    },
    resumeMultipartUpload(key, uploadId) {
      const upload = bucket.resumeMultipartUpload(key, uploadId)
      return {
        key,
        uploadId,
        async uploadPart(partNumber, value, options) {
          await guard()
          return upload.uploadPart(partNumber, value, options)
        },
        async abort() {
          await guard()
          await upload.abort()
        },
        async complete(uploadedParts) {
          await guard()
          return upload.complete(uploadedParts)
        },
      }
    },
  }
}
