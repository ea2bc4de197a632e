import { usageFailure } from '../command/command-failure.ts'
import { quoted } from '../command/printable.ts'

/** Headers by their names in lower case. */
export type ReceivedHeaders = ReadonlyMap<string, string>

function fromLine(line: string, source: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':')
  const name = line.slice(0, Math.max(colon, 0)).trim()
  if (!/^[A-Za-z0-9-]+$/.test(name)) {
    throw usageFailure(
      `${source} holds ${quoted(line)}, which is no header.`,
      "Write headers as 'X-Nonce: value', one per line.",
    )
  }
  return [name.toLowerCase(), line.slice(colon + 1).trim()]
}

function fromJson(text: string, source: string): readonly (readonly [string, string])[] {
  try {
    const fields: Readonly<Record<string, unknown>> = Object(JSON.parse(text))
    return Object.entries(fields).map(([name, value]) => [name.toLowerCase(), String(value)])
  } catch {
    throw usageFailure(
      `${source} begins like JSON and is none.`,
      'Give what merchant-edge sign --json printed, or lines of the form Name: value.',
    )
  }
}

/**
 * Reads headers from the lines of a request, or from what `merchant-edge sign --json` printed.
 *
 * @param text `Name: value` lines, with or without a request line before them, or one JSON object
 * @param source where they come from, for messages
 * @throws CommandFailure with exit code 2 when a line is not a header
 */
export function readHeaders(text: string, source: string): ReceivedHeaders {
  if (text.trimStart().startsWith('{')) return new Map(fromJson(text, source))
  const lines = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !/^(?:[A-Z]+ \S+ HTTP\/|HTTP\/)/.test(line))
  return new Map(lines.map((line) => fromLine(line, source)))
}
