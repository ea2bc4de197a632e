import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileErrorCode } from '../input/read-file.ts'

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

async function make(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if (fileErrorCode(error) === 'EEXIST' && (await isDirectory(path))) return
    throw error
  }
}

/**
 * Makes a directory for its owner only, and those above it that are not there. Each is tried twice at most:
 * the recursive `mkdir` of Node never ends where nothing can be made below a directory that is there, as in
 * `/proc`.
 *
 * @throws the error of the file system
 */
export async function makeDirectory(directory: string): Promise<void> {
  const path = resolve(directory)
  try {
    await make(path)
  } catch (error) {
    const parent = dirname(path)
    if (fileErrorCode(error) !== 'ENOENT' || (await isDirectory(parent))) throw error
    await makeDirectory(parent)
    await make(path)
  }
}
