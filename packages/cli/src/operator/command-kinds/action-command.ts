import type { Command, CommandCall } from '../../command/command.ts'
import { type Option, requiredText } from '../../command/option.ts'
import { accessOptions } from '../access/access.ts'
import { askForOutcome, type JsonObject, type OperatorRequest } from '../access/operator-api.ts'
import { type ArgumentNames, typedNames } from '../access/typed-names.ts'

const reasonOption = requiredText({
  placeholder: 'TEXT',
  summary: 'Why, 1 to 255 characters; the journal records it with your name.',
})

/** Description of a command that performs an action. */
export interface ActionDescription {
  /** Words that call it, such as `alerts close`. */
  readonly name: string
  readonly summary: string
  readonly usage: string
  /** Operands by the names that the API has for their values. */
  readonly operands: Readonly<Record<string, Option<string>>>
  readonly options?: Readonly<Record<string, Option<unknown>>>
  /** Arguments whose values have other names in the API: `{ transactionId: '--transaction' }`. */
  readonly others?: ArgumentNames
  /** Path below `/operator`, and the body without the reason. */
  readonly request: (
    given: CommandCall['given'],
  ) => Pick<OperatorRequest, 'path'> & { readonly body?: JsonObject }
  /** Text after success. */
  readonly done: (answer: JsonObject) => string
  /**
   * Additional text when the action is not complete yet, which also changes the exit code; when
   * left out, the action is always complete.
   */
  readonly undone?: (answer: JsonObject) => string | undefined
  readonly notes?: readonly string[]
  readonly examples: readonly string[]
}

/** A command that performs an action, with a reason and in the name of the token's owner. */
export function actionCommand(description: ActionDescription): Command {
  const {
    request,
    done,
    undone,
    options = {},
    others = {},
    notes = [],
    usage,
    ...rest
  } = description
  const named = { ...options, reason: reasonOption }
  const typed = typedNames({ operands: rest.operands, options: named, others })
  return {
    ...rest,
    usage: `${usage} --reason TEXT`,
    options: { ...named, ...accessOptions },
    notes,
    async run(call) {
      const { path, body = {} } = request(call.given)
      const reason = call.given(reasonOption)
      const answer = await askForOutcome(call, { path, body: { ...body, reason }, typed })
      const more = undone?.(answer)
      if (more === undefined) return { exitCode: 0, json: answer, text: done(answer) }
      return { exitCode: 1, json: answer, text: `${done(answer)}\n${more}` }
    },
  }
}
