import type { Command } from '../command/command.ts'

/** Possible words after some other words. */
export interface ShellWords {
  /** The preceding words, such as `keys`; empty for the first word. */
  readonly after: string
  /** Whether it may follow anywhere later, as options may. */
  readonly anywhere: boolean
  readonly words: readonly string[]
}

const everywhere = ['--json', '--help']

function wordsOf({ name, operands, options }: Command): ShellWords {
  const choices = Object.values(operands).flatMap((operand) => operand.choices ?? [])
  const names = Object.keys(options).map((option) => `--${option}`)
  return { after: name, anywhere: true, words: [...choices, ...names, ...everywhere] }
}

/** The words that a shell completes, derived from the commands. */
export function shellWords(commands: readonly Command[]): readonly ShellWords[] {
  const names = commands.map(({ name }) => name.split(' '))
  const first = [...new Set(names.map(([word = '']) => word))]
  const groups = first.map((after) => ({
    after,
    anywhere: false,
    words: names.filter(([word]) => word === after).flatMap(([, second]) => second ?? []),
  }))
  return [
    { after: '', anywhere: false, words: [...first, '--help', '--version'] },
    ...groups.filter(({ words }) => words.length > 0),
    ...commands.map((command) => wordsOf(command)),
  ]
}
