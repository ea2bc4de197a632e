import { join } from 'node:path'
import type { Consumer } from './consumers.ts'
import { runProgram } from './run-program.ts'

/** Commands that work when only the package is installed. */
const commands: readonly (readonly string[])[] = [
  ['--help'],
  ['keys', 'generate', '--out', 'keys', '--json'],
  ['keys', 'inspect', 'keys/public.pem', '--json'],
  ['sign', '--help'],
  ['completion', 'bash'],
]

/** Runs a few commands of the installed command line; returns a message for each that fails. */
export async function checkCommandLine({ folder }: Consumer): Promise<readonly string[]> {
  const program = join(folder, 'node_modules/.bin/merchant-edge')
  const problems: string[] = []
  for (const command of commands) {
    const { ok, output } = await runProgram(folder, [program, ...command])
    if (!ok)
      problems.push(`merchant-edge ${command.join(' ')} fails where it is installed:\n${output}`)
  }
  return problems
}
