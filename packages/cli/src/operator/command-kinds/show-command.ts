import type { Command } from '../../command/command.ts'
import { operand } from '../../command/option.ts'
import { wrapText } from '../../command/wrap-text.ts'
import { accessOptions } from '../access/access.ts'
import { askForOne, type JsonObject } from '../access/operator-api.ts'
import { typedNames } from '../access/typed-names.ts'
import { type PrintTable, tablesFor } from '../tables/text-table.ts'

/** Description of a show command. */
export interface ShowDescription {
  /** Words that call it, such as `orders show`. */
  readonly name: string
  readonly summary: string
  /** Placeholder of the id in help texts, such as `ORDER`. */
  readonly placeholder: string
  /** What its id is, in one line. */
  readonly id: string
  readonly path: (id: string) => string
  /** Name of the id in the API, which the answer has too; `id` when left out. */
  readonly field?: string
  /** Text output; `prose` breaks a paragraph into lines that fit the terminal. */
  readonly shown: (
    answer: JsonObject,
    table: PrintTable,
    prose: (paragraph: string) => string,
  ) => string
  readonly examples: readonly string[]
}

/** A command that shows one thing by its id. */
export function showCommand(description: ShowDescription): Command {
  const { name, summary, placeholder, id, path, field = 'id', shown, examples } = description
  const which = operand({ placeholder, summary: id })
  return {
    name,
    summary,
    usage: placeholder,
    operands: { id: which },
    options: accessOptions,
    notes: [],
    examples,
    async run(call) {
      const typed = typedNames({ operands: { [field]: which } })
      const answer = await askForOne(call, { path: path(call.given(which)), typed }, field)
      const { terminal } = call
      const prose = (paragraph: string) => wrapText(paragraph, terminal.columns)
      return { exitCode: 0, json: answer, text: shown(answer, tablesFor(terminal), prose) }
    },
  }
}
