import { FileExchangeError, type ExchangeFile, type FileExchange } from '@merchant-edge/sftp'
import { isFileName } from '@merchant-edge/sftp/exchange'
import type { HouseBucket, HouseFile } from './house-bucket.ts'

/**
 * A folder of the house's bucket as a file location, like an R2 folder that `merchant-edge files`
 * opens over the S3 API.
 */
export function createBucketExchange(bucket: HouseBucket, folder: string): FileExchange {
  const keyOf = (name: string) => `${folder}/${name}`
  const entryOf = ({ key, sizeBytes, uploadedAtMs }: HouseFile): ExchangeFile => ({
    name: key.slice(folder.length + 1),
    sizeBytes,
    modifiedAtMs: uploadedAtMs,
  })
  async function find(name: string): Promise<ExchangeFile | undefined> {
    const file = await bucket.find(keyOf(name))
    return file && entryOf(file)
  }
  async function read(name: string): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await bucket.read(keyOf(name))
    if (bytes !== undefined) return bytes
    throw new FileExchangeError('ERR_FILE_MISSING', `There is no ${name} in ${folder}.`)
  }
  return {
    title: `bucket/${folder}`,
    async list() {
      const files = (await bucket.list(keyOf(''))).map(entryOf)
      return { files: files.filter(({ name }) => isFileName(name)), ignored: [] }
    },
    find,
    async get(name, { fromByte = 0 } = {}) {
      return new Blob([await read(name)]).slice(fromByte).stream()
    },
    async put(name, source, { onProgress, replace = false } = {}) {
      if (!replace && (await find(name)) !== undefined) {
        throw new FileExchangeError('ERR_FILE_EXISTS', `${name} is in ${folder} already.`)
      }
      const bytes = new Uint8Array(await new Response(await source.open(0)).arrayBuffer())
      await bucket.write(keyOf(name), bytes)
      onProgress?.(bytes.byteLength)
    },
    async move(name, newName) {
      await bucket.write(keyOf(newName), await read(name))
      await bucket.remove(keyOf(name))
    },
    remove: (name) => bucket.remove(keyOf(name)),
    close: async () => {},
  }
}
