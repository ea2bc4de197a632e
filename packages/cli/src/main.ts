import { readFileSync } from 'node:fs'
import { endBy } from './command/end-by-signal.ts'
import { runCommandLine } from './command/run-command-line.ts'
import { processTerminal } from './command/terminal.ts'
import { commandGroups } from './commands.ts'

function printFailure(what: string): void {
  process.stderr.write(`merchant-edge: ${what}\n`)
  process.exitCode = 1
}

process.on('uncaughtException', (error) => {
  printFailure(`Something went wrong that this program did not foresee: ${error.message}`)
  process.exit()
})
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader of the output that closes early, such as `head`, is not a failure.
  if (error.code !== 'EPIPE') printFailure(`Cannot write the output: ${error.message}.`)
})
process.stderr.on('error', () => undefined)

const manifest: { version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

const exitCode = await runCommandLine(
  {
    groups: commandGroups,
    version: manifest.version,
    terminal: processTerminal(),
    print: (text) => void process.stdout.write(text),
    endBy,
  },
  process.argv.slice(2),
)
process.exitCode ??= exitCode
