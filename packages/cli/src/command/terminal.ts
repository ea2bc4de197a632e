/** Style of a piece of text. */
export type Paint = 'bold' | 'dim' | 'green' | 'red' | 'yellow'

/** Standard input and error, environment and clock, as a command uses them. */
export interface Terminal {
  /** Progress, warnings and diagnostics: standard error, never standard output. */
  note(text: string): void
  /**
   * Writes a line to standard error that replaces the last one; undefined when standard error is
   * not a terminal.
   */
  readonly showStatus?: (text: string) => void
  /**
   * Width in characters into which texts and tables are fitted: that of the terminal, also when a
   * pager is between, or that of the variable COLUMNS; undefined where nobody knows it.
   */
  readonly columns?: number
  /** Reads all of standard input. */
  readInput(): Promise<Uint8Array>
  /** Colours the text on a terminal, and returns it unchanged elsewhere. */
  paint(paint: Paint, text: string): string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The time in milliseconds since 1970. */
  readonly now: () => number
  /** A signal that aborts after this many milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal
}

const codes: Readonly<Record<Paint, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  green: [32, 39],
  red: [31, 39],
  yellow: [33, 39],
}

/** Output that is piped into a pager is still read on the terminal, which standard error knows. */
function widthOf({
  stdout,
  stderr,
  env,
}: Pick<NodeJS.Process, 'stdout' | 'stderr' | 'env'>): number | undefined {
  if (stdout.isTTY) return stdout.columns || undefined
  if (/^[1-9]\d{0,3}$/.test(env['COLUMNS'] ?? '')) return Number(env['COLUMNS'])
  return stderr.isTTY ? stderr.columns || undefined : undefined
}

/** The streams, environment and clock of this process; colours only on a terminal. */
export function processTerminal(): Terminal {
  const { NO_COLOR, TERM } = process.env
  const columns = widthOf(process)
  const coloured = process.stdout.isTTY && !NO_COLOR && TERM !== 'dumb'
  return {
    note: (text) => void process.stderr.write(`${text}\n`),
    ...(process.stderr.isTTY && {
      showStatus: (text: string) => void process.stderr.write(`\r\u001B[K${text}`),
    }),
    ...(columns !== undefined && { columns }),
    async readInput() {
      if (process.stdin.isTTY) process.stderr.write('Reading standard input until Ctrl-D.\n')
      const chunks: Buffer[] = []
      for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
      return new Uint8Array(Buffer.concat(chunks))
    },
    paint(paint, text) {
      if (!coloured) return text
      const [on, off] = codes[paint]
      return `\u001B[${on}m${text}\u001B[${off}m`
    },
    environment: process.env,
    now: Date.now,
    deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
  }
}
