import { usageFailure } from '../command/command-failure.ts'
import type { Terminal } from '../command/terminal.ts'
import { readFile } from './read-file.ts'

/**
 * Reads text that must be UTF-8, byte for byte: a byte order mark stays.
 *
 * @throws CommandFailure with exit code 2 when it cannot be read or is not UTF-8
 */
export async function readText(path: string, terminal: Terminal): Promise<string> {
  const bytes = await readFile(path, terminal)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw usageFailure(
      `${path === '-' ? 'Standard input' : path} is not UTF-8 text, and a signature covers UTF-8 only.`,
      'Save it as UTF-8.',
      'not_utf8',
    )
  }
}

/**
 * Reads a body as the text that goes on the wire, byte for byte: a byte order mark and line breaks
 * at the end stay, with a warning, because they would be signed and sent.
 *
 * @throws CommandFailure with exit code 2 when it cannot be read or is not UTF-8
 */
export async function readBody(path: string, terminal: Terminal): Promise<string> {
  const body = await readText(path, terminal)
  const name = path === '-' ? 'Standard input' : path
  if (body.startsWith('\uFEFF')) {
    terminal.note(`Warning: ${name} begins with a byte order mark, which is signed with the rest.`)
  }
  if (/[\r\n]$/.test(body)) {
    terminal.note(
      `Warning: ${name} ends with a line break, which is signed with the rest. The request must carry ` +
        'it too; most programs send none.',
    )
  }
  return body
}
