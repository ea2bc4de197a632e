import { usageFailure } from '../command/command-failure.ts'
import type { Terminal } from '../command/terminal.ts'
import { readFile } from '../input/read-file.ts'

/**
 * Reads the checksum key: the text of a file, without the line break at its end.
 *
 * @throws CommandFailure with exit code 2 when there is no key in it
 */
export async function readChecksumKey(path: string, terminal: Terminal): Promise<string> {
  const text = new TextDecoder().decode(await readFile(path, terminal)).replace(/\r?\n$/, '')
  if (text !== '') return text
  throw usageFailure(`${path} is empty.`, 'Put the checksum key into it.', 'key_missing')
}
