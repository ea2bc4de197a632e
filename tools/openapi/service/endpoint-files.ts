import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const source = join(import.meta.dirname, '../../../packages/contract/src')

/**
 * Finds the source file of each endpoint by the constant that it exports.
 *
 * @returns absolute paths by the names of the endpoints
 */
export async function endpointFiles(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for await (const file of glob('*/*.ts', { cwd: source })) {
    const path = join(source, file)
    const [, name] = /^export const (\w+): Endpoint</m.exec(await readFile(path, 'utf8')) ?? []
    if (name !== undefined) found.set(name, path)
  }
  return found
}
