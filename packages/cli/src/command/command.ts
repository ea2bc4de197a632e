import type { ExitCode } from './command-failure.ts'
import type { Option } from './option.ts'
import type { Terminal } from './terminal.ts'

/** One command of `merchant-edge`, as data. */
export interface Command {
  /** The words that call it, such as `keys generate`. */
  readonly name: string
  /** One-line summary. */
  readonly summary: string
  /** Usage text after the name. */
  readonly usage: string
  /** Positional arguments, in their order. */
  readonly operands: Readonly<Record<string, Option<unknown>>>
  /** Options by their long name without the dashes. */
  readonly options: Readonly<Record<string, Option<unknown>>>
  /** Notes for the user, one paragraph per entry. */
  readonly notes: readonly string[]
  /** Complete lines to copy, without the program's name. */
  readonly examples: readonly string[]
  /**
   * Runs the command. It prints nothing to standard output itself.
   *
   * @throws CommandFailure when it cannot be done
   */
  run(call: CommandCall): Promise<Outcome>
}

/** A command whose code is loaded on demand. */
export interface CommandEntry {
  /** The words that call it, such as `keys generate`. */
  readonly name: string
  /** Imports its code. */
  load(): Promise<Command>
}

/** Commands about one subject. */
export interface CommandGroup {
  /** The heading under which the help lists them. */
  readonly title: string
  readonly commands: readonly CommandEntry[]
}

/** The arguments and surroundings of one run of a command. */
export interface CommandCall {
  /** Returns the value of an option or operand of this command. */
  readonly given: <Value>(option: Option<Value>) => Value
  /** Input, notes and colours of the terminal. */
  readonly terminal: Terminal
}

/** The result of a command in two forms, one of which is printed. */
export interface Outcome {
  readonly exitCode: ExitCode
  /** The answer for programs, printed with `--json`. */
  readonly json: Readonly<Record<string, unknown>>
  /** The answer for people, without a line break at the end. */
  readonly text: string
  /** For a command that keeps running after it has printed its answer. */
  readonly untilStopped?: () => Promise<void>
}
