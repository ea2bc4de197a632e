import { FileExchangeError, type ExchangeFile, type FileExchange } from '@merchant-edge/sftp'
import { isFileName } from '@merchant-edge/sftp/exchange'
import type { Miniflare } from 'miniflare'

/** The R2 bucket of the orders Worker, as miniflare gives it to Node. */
export type HouseBucket = Awaited<ReturnType<Miniflare['getR2Bucket']>>

function exchangeFile(
  name: string,
  { size, uploaded }: { readonly size: number; readonly uploaded: Date },
): ExchangeFile {
  return { name, sizeBytes: size, modifiedAtMs: uploaded.getTime() }
}

/**
 * A folder of the house's bucket as a file location, like an R2 folder that `merchant-edge files`
 * opens over the S3 API.
 */
export function createBucketExchange(bucket: HouseBucket, folder: string): FileExchange {
  const missing = (name: string) =>
    new FileExchangeError('ERR_FILE_MISSING', `There is no ${name} in ${folder}.`)
  async function find(name: string): Promise<ExchangeFile | undefined> {
    const object = await bucket.head(`${folder}/${name}`)
    return object === null ? undefined : exchangeFile(name, object)
  }
  return {
    title: `bucket/${folder}`,
    async list() {
      const { objects } = await bucket.list({ prefix: `${folder}/` })
      const files = objects.map((object) =>
        exchangeFile(object.key.slice(folder.length + 1), object),
      )
      return { files: files.filter(({ name }) => isFileName(name)), ignored: [] }
    },
    find,
    async get(name, { fromByte = 0 } = {}) {
      const object = await bucket.get(`${folder}/${name}`)
      if (object === null) throw missing(name)
      return new Blob([await object.arrayBuffer()]).slice(fromByte).stream()
    },
    async put(name, source, { onProgress, replace = false } = {}) {
      if (!replace && (await find(name)) !== undefined) {
        throw new FileExchangeError('ERR_FILE_EXISTS', `${name} is in ${folder} already.`)
      }
      const bytes = await new Response(await source.open(0)).arrayBuffer()
      await bucket.put(`${folder}/${name}`, bytes)
      onProgress?.(bytes.byteLength)
    },
    async move(name, newName) {
      const object = await bucket.get(`${folder}/${name}`)
      if (object === null) throw missing(name)
      await bucket.put(`${folder}/${newName}`, await object.arrayBuffer())
      await bucket.delete(`${folder}/${name}`)
    },
    remove: (name) => bucket.delete(`${folder}/${name}`),
    close: async () => {},
  }
}
