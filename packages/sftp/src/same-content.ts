import type { FileExchange, FileSource } from './file-exchange.ts'
import { sha256Of } from './sha256-of.ts'

/** SHA-256 of a file that equals a source, or `undefined` when size or content differ. */
export async function sameContent(
  exchange: Pick<FileExchange, 'find' | 'get'>,
  name: string,
  source: FileSource,
): Promise<string | undefined> {
  const file = await exchange.find(name)
  if (file?.sizeBytes !== source.sizeBytes) return undefined
  const ours = await sha256Of(await source.open(0))
  const theirs = await sha256Of(await exchange.get(name))
  return ours === theirs ? ours : undefined
}
