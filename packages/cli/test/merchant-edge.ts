import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { runCommandLine } from '../src/command/run-command-line.ts'
import type { Terminal } from '../src/command/terminal.ts'
import { commandGroups } from '../src/commands.ts'

/** How a run of the command ended. */
export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** What a run gets besides its arguments. */
export interface RunInput {
  readonly input?: string | Uint8Array
  readonly environment?: Readonly<Record<string, string>>
  /** Columns of the terminal; none is one if left out. Only of a run within this process. */
  readonly columns?: number
  /** Largest file that the run may write, in blocks of 512 bytes; only of a process of its own. */
  readonly fileBlocks?: number
}

const main = join(import.meta.dirname, '../src/main.ts')

function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('MERCHANT_EDGE_'))
  return Object.fromEntries(own)
}

/** Starts the command as a process of its own. */
export function startMerchantEdge(
  args: readonly string[],
  { environment, fileBlocks }: Omit<RunInput, 'input' | 'columns'> = {},
) {
  const command = [process.execPath, main, ...args]
  // Without the trap a write beyond the limit would be a signal, and not an error.
  const limit = ['sh', '-c', `trap '' XFSZ; ulimit -f ${fileBlocks}; exec "$@"`, 'sh']
  const [program = '', ...rest] = fileBlocks === undefined ? command : [...limit, ...command]
  return spawn(program, rest, {
    // Not where `npm start` keeps the token of an operator, which the commands would find and write.
    cwd: import.meta.dirname,
    env: { ...cleanEnvironment(), ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** Runs the command as a process of its own and waits until it exits. */
export function merchantEdge(args: readonly string[], given: RunInput = {}): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = startMerchantEdge(args, given)
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
    child.stdin.on('error', () => undefined)
    child.stdin.end(given.input ?? '')
  })
}

/** Runs the command within this process: much quicker, and it prints to nowhere but the result. */
export async function merchantEdgeHere(
  args: readonly string[],
  given: RunInput = {},
): Promise<Run> {
  const printed: string[] = []
  const notes: string[] = []
  const { input = '', environment = {}, columns } = given
  const terminal: Terminal = {
    note: (text) => void notes.push(`${text}\n`),
    readInput: async () => (typeof input === 'string' ? new TextEncoder().encode(input) : input),
    paint: (_paint, text) => text,
    ...(columns !== undefined && { columns }),
    environment,
    now: Date.now,
    deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
  }
  const print = (text: string) => void printed.push(text)
  const code = await runCommandLine(
    { groups: commandGroups, version: '0.0.0', terminal, print },
    args,
  )
  return { code, stdout: printed.join(''), stderr: notes.join('') }
}

/** The JSON object that a run printed; throws when there is anything else on standard output. */
export function jsonOf(run: Run): Record<string, unknown> {
  const value: unknown = JSON.parse(run.stdout)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`not one JSON object: ${run.stdout}`)
  }
  return Object.fromEntries(Object.entries(value))
}
