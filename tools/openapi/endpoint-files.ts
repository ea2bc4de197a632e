import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const source = join(import.meta.dirname, '../../packages/contract/src')

/**
 * Finds the file of each endpoint: one per folder of a section, named by the `name` in it.
 *
 * @returns absolute paths by the endpoint's name
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
