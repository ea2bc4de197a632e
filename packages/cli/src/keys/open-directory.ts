import { unusableDirectory } from '../output/write-failure.ts'
import { makeDirectory } from './make-directory.ts'

/**
 * Creates the directory that a person has named for keys or secrets, if it does not exist.
 *
 * @throws CommandFailure when this user cannot create it
 */
export async function openDirectory(directory: string): Promise<void> {
  try {
    await makeDirectory(directory)
  } catch (error) {
    throw unusableDirectory(directory, error)
  }
}
