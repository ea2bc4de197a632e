import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const source = join(import.meta.dirname, '../../packages/contract/src')

/**
 * Finds the file of each endpoint in the barrel of the contract.
 *
 * @returns absolute paths by the endpoint's name
 */
export async function endpointFiles(): Promise<ReadonlyMap<string, string>> {
  const barrel = await readFile(join(source, 'endpoints.ts'), 'utf8')
  return new Map(
    [...barrel.matchAll(/export \{ (\w+) \} from '\.\/(.+)'/g)].map(([, name = '', path = '']) => [
      name,
      join(source, path),
    ]),
  )
}
