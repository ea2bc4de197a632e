import { usageFailure } from '../command/command-failure.ts'
import type { Terminal } from '../command/terminal.ts'
import { readFile } from './read-file.ts'

/**
 * Reads text that is not signed or sent byte for byte, such as a key, without a byte order mark. In
 * another encoding its characters would be replaced, and it would be another key without a word.
 *
 * @throws CommandFailure with exit code 2 when it cannot be read or is not UTF-8
 */
export async function readPlainText(path: string, terminal: Terminal): Promise<string> {
  const bytes = await readFile(path, terminal)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const name = path === '-' ? 'Standard input' : path
    throw usageFailure(`${name} is not UTF-8 text.`, 'Save it as UTF-8.', 'not_utf8')
  }
}
