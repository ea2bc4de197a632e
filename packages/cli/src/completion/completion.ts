import { usageFailure } from '../command/command-failure.ts'
import type { Command } from '../command/command.ts'
import { operand } from '../command/option.ts'
import { quoted } from '../command/printable.ts'
import { completionScript, shells } from './completion-script.ts'
import { shellWords } from './shell-words.ts'

const operands = {
  shell: operand({
    placeholder: 'SHELL',
    summary: 'bash, zsh or fish.',
    choices: shells,
  }),
}

/**
 * Prints a script that completes commands, options and endpoint names.
 *
 * @param loadCommands loads every command, this one included
 */
export function completion(loadCommands: () => Promise<readonly Command[]>): Command {
  return {
    name: 'completion',
    summary: 'Print a shell completion script.',
    usage: 'SHELL',
    operands,
    options: {},
    notes: [
      'Put the line of the example into the start-up file of your shell: commands, options and the names\n' +
        'of endpoints are then completed with the Tab key.',
    ],
    examples: ['completion bash', 'completion fish'],
    async run({ given }) {
      const name = given(operands.shell)
      const shell = shells.find((known) => known === name)
      if (shell === undefined) {
        throw usageFailure(
          `There is no completion for ${quoted(name)}.`,
          `Shells: ${shells.join(', ')}.`,
        )
      }
      const script = completionScript(shell, shellWords(await loadCommands()))
      return { exitCode: 0, json: { shell, script }, text: script }
    },
  }
}
