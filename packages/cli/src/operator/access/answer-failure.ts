import * as v from 'valibot'
import { CommandFailure } from '../../command/command-failure.ts'
import { inCommands, valuesInPath } from './named-commands.ts'
import { inArguments, type TypedNames, typedValues } from './typed-names.ts'

/** An answer of the checkout Worker other than a success. */
export interface RefusedAnswer {
  readonly status: number
  /** Body of the answer, as text. */
  readonly said: string
}

/** The request that was answered. */
export interface AskedRequest {
  /** Method and path: `GET /operator/orders`. */
  readonly line: string
  /** For an action, which changes something: that it may have happened, as a sentence. */
  readonly unsure: string | undefined
  readonly typed: TypedNames
  /** Whether the token was typed or set, and not read from the file of a sign-in. */
  readonly isTokenGiven: boolean
}

const refusal = v.object({
  reason: v.string(),
  message: v.string(),
  remedy: v.string(),
  fields: v.exactOptional(v.array(v.string()), []),
})

type Refusal = v.InferOutput<typeof refusal>

function parseJson(said: string): unknown {
  try {
    return JSON.parse(said)
  } catch {
    return undefined
  }
}

/**
 * What to do about an action whose answer was lost.
 *
 * @param repeat what a repeat of it does
 */
export function actionMayHaveHappened(repeat = 'does nothing twice'): string {
  return `An action may have happened: look before you repeat it; a repeat ${repeat}.`
}

/**
 * A failure for an answer that is not one of a checkout Worker.
 *
 * @param unsure for an action: that it may have happened, as a sentence. A page of a proxy, or a
 *   success in another form, does not say whether it has
 */
export function unexpectedAnswer(status: number, unsure?: string): CommandFailure {
  const more = unsure !== undefined && (status < 300 || status >= 500) ? ` ${unsure}` : ''
  return new CommandFailure({
    reason: 'unexpected_answer',
    message: `The address answered HTTP ${status}, and not as a checkout Worker does.`,
    remedy: `Check --url: it is the address of the checkout Worker.${more}`,
  })
}

function wordsFor(
  { message, remedy, fields }: Refusal,
  status: number,
  { line, typed, isTokenGiven }: AskedRequest,
): Pick<Refusal, 'message' | 'remedy'> {
  if (status === 401) {
    const check = isTokenGiven ? 'Check --token or MERCHANT_EDGE_TOKEN, or sign in' : 'Sign in'
    return { message, remedy: `${check} with merchant-edge sign-in.` }
  }
  const names = { ...typed.inPath, ...typed.fields }
  const said = inArguments(message, names, fields)
  const values = status === 404 ? typedValues(valuesInPath(line), typed.inPath) : ''
  return { message: `${said}${values}`, remedy: inArguments(remedy, names, []) }
}

/**
 * A failure with the answer of the checkout Worker. It names commands instead of requests, and
 * arguments instead of fields.
 *
 * @param asked the request; left out when the user typed no part of it
 */
export function answerFailure(
  { status, said }: RefusedAnswer,
  asked?: AskedRequest,
): CommandFailure {
  const parsed = v.safeParse(v.object({ error: refusal }), parseJson(said))
  if (!parsed.success) return unexpectedAnswer(status, asked?.unsure)
  const { error } = parsed.output
  const { message, remedy } = asked === undefined ? error : wordsFor(error, status, asked)
  const inWords = {
    reason: error.reason,
    message: inCommands(message),
    remedy: inCommands(remedy),
  }
  return new CommandFailure(inWords, status === 400 ? 2 : 1)
}
