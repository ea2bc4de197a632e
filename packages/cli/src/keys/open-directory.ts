import { usageFailure } from '../command/command-failure.ts'
import { fileErrorCode } from '../input/read-file.ts'
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
    throw usageFailure(
      `Cannot use ${directory} as a directory: ${fileErrorCode(error)}.`,
      'Name a directory in which this user may write.',
      'directory_unusable',
    )
  }
}
