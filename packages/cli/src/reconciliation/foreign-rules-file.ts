import { checkForeignRules, type ForeignRule } from '@merchant-edge/reconcile'
import { usageFailure } from '../command/command-failure.ts'
import type { Terminal } from '../command/terminal.ts'
import { readPlainText } from '../input/read-plain-text.ts'

function reasonOf(error: unknown): string {
  return error instanceof TypeError ? error.message : 'It is no JSON.'
}

/**
 * Reads the rules for foreign rows (not made through this system): a JSON list.
 *
 * @throws CommandFailure with exit code 2 when the file cannot be read, or is not such a list
 */
export async function readForeignRules(
  path: string,
  terminal: Terminal,
): Promise<readonly ForeignRule[]> {
  const content = await readPlainText(path, terminal)
  try {
    return checkForeignRules(JSON.parse(content))
  } catch (error) {
    throw usageFailure(
      `The rules of ${path} cannot be used: ${reasonOf(error)}`,
      'Write them as in [{"name":"merchant-qr","mid":"STORE-1","tid":""}].',
    )
  }
}
