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
 * Creates a directory that only its owner can access, including missing parents. Each is tried at
 * most twice, because Node's recursive `mkdir` never returns where no directory can be created, as
 * in `/proc`.
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
