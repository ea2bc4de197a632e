import { neverConnected } from '@merchant-edge/client'
import * as v from 'valibot'
import { CommandFailure, usageFailure } from '../../command/command-failure.ts'
import type { CommandCall } from '../../command/command.ts'
import { saysWhenEnded } from '../../command/end-by-signal.ts'
import { networkFailure } from '../../network/network-failure.ts'
import { accessOf } from './access.ts'
import { actionMayHaveHappened, answerFailure, unexpectedAnswer } from './answer-failure.ts'
import { type TypedNames, typedNames } from './typed-names.ts'

/** A JSON object from an answer of the checkout Worker. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Query fields; `undefined` values are left out. */
export type QueryFields = Readonly<Record<string, string | number | undefined>>

/** A request below `/operator`. */
export interface OperatorRequest {
  /** Path below `/operator`, built by {@link pathOf}. */
  readonly path: string
  readonly query?: QueryFields
  /** A POST with this body as JSON; a GET without. */
  readonly body?: JsonObject
  /** Whether a request with a body reads only; left out for an action. */
  readonly isReading?: true
  /** What a repeat of an action does, where that is more than nothing. */
  readonly repeat?: string
  /** What was typed for its values; nothing when left out. */
  readonly typed?: TypedNames
}

const answerMs = 60_000
/** Reason of a failure without an answer. */
const unreachable = 'unreachable'

/** That an action may have happened, as a sentence; `undefined` when the request only reads. */
function unsureOf({ body, isReading, repeat }: OperatorRequest): string | undefined {
  if (body === undefined || isReading === true) return undefined
  return actionMayHaveHappened(repeat)
}

/**
 * Builds a path; every value is escaped, so that it stays one segment.
 *
 * @throws CommandFailure with exit code 2 for `.` and `..`, which lead to another request: events
 *   resend of the event `.` would be one of all events
 */
export function pathOf(
  parts: TemplateStringsArray,
  ...values: readonly (string | number)[]
): string {
  const step = values.find((value) => value === '.' || value === '..')
  if (step !== undefined) {
    throw usageFailure(`"${step}" is no id: it is a step in a path.`, 'Write the id itself.')
  }
  return String.raw({ raw: parts }, ...values.map((value) => encodeURIComponent(value)))
}

function queryText(fields: QueryFields = {}): string {
  const given = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}

/** Waits for an answer, or for the rest of one. */
async function orUnreachable<Answer>(
  answer: Promise<Answer>,
  { origin, unsure }: { readonly origin: string; readonly unsure: string | undefined },
): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    throw new CommandFailure({
      reason: unreachable,
      message: `${origin} does not answer: ${networkFailure(error)}.`,
      remedy:
        unsure !== undefined && !neverConnected(error)
          ? `Check --url. ${unsure}`
          : `Check --url, and whether the checkout Worker is up.${unsure === undefined ? '' : ' Nothing was done.'}`,
    })
  }
}

/**
 * Sends a request as the operator whose token was given.
 *
 * @param stopped aborts when the command is interrupted
 * @returns the answer, when it is a 2xx
 * @throws CommandFailure with the answer of the checkout Worker, or why it cannot be reached
 */
export async function askOperatorApi(
  call: CommandCall,
  request: OperatorRequest,
  stopped?: AbortSignal,
): Promise<Response> {
  const { path, query, body, typed = typedNames({}) } = request
  const { origin, token, isTokenGiven } = await accessOf(call)
  const method = body === undefined ? 'GET' : 'POST'
  const unsure = unsureOf(request)
  const to = { origin, unsure }
  const inTime = call.terminal.deadline(answerMs)
  const asking = fetch(`${origin}/operator${path}${queryText(query)}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    redirect: 'manual',
    signal: stopped === undefined ? inTime : AbortSignal.any([inTime, stopped]),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const response = await orUnreachable(asking, to)
  if (response.ok) return response
  const asked = { line: `${method} /operator${path}`, unsure, typed, isTokenGiven }
  const said = await orUnreachable(response.text(), to)
  throw answerFailure({ status: response.status, said }, asked)
}

/** Sends a request and reads the JSON object of the answer. */
export async function askForJson(call: CommandCall, request: OperatorRequest): Promise<JsonObject> {
  const unsure = unsureOf(request)
  if (unsure === undefined) return jsonOf(call, request)
  return await saysWhenEnded(
    (stopped) => jsonOf(call, request, stopped),
    (error) =>
      error instanceof CommandFailure && error.reason !== unreachable
        ? undefined
        : {
            message: 'The command was interrupted before its answer came.',
            remedy: unsure,
          },
  )
}

async function jsonOf(
  call: CommandCall,
  request: OperatorRequest,
  stopped?: AbortSignal,
): Promise<JsonObject> {
  const response = await askOperatorApi(call, request, stopped)
  const unsure = unsureOf(request)
  const { origin } = new URL(response.url)
  const said = await orUnreachable(response.text(), { origin, unsure })
  let json: unknown
  try {
    json = JSON.parse(said)
  } catch {
    throw unexpectedAnswer(response.status, unsure)
  }
  const parsed = v.safeParse(v.record(v.string(), v.unknown()), json)
  if (!parsed.success || Array.isArray(json)) throw unexpectedAnswer(response.status, unsure)
  return parsed.output
}

/**
 * Sends an action, and makes sure that a checkout Worker has answered it: any JSON of another host
 * would otherwise look like its success.
 */
export async function askForOutcome(
  call: CommandCall,
  request: OperatorRequest & { readonly body: JsonObject },
): Promise<JsonObject> {
  const answer = await askForJson(call, request)
  if (typeof answer['outcome'] === 'string') return answer
  throw unexpectedAnswer(200, unsureOf(request))
}

/**
 * Asks for one thing.
 *
 * @param field the field that names it, which every answer has: JSON without it is of another host,
 *   and must not look like a thing without properties
 */
export async function askForOne(
  call: CommandCall,
  request: OperatorRequest,
  field: string,
): Promise<JsonObject> {
  const answer = await askForJson(call, request)
  if (Object.hasOwn(answer, field)) return answer
  throw unexpectedAnswer(200)
}

/**
 * The list in an answer.
 *
 * @throws CommandFailure when the answer has none, because a missing list must not look like an
 *   empty one
 */
export function listIn(answer: JsonObject, name: string): readonly unknown[] {
  const list = Object.hasOwn(answer, name) ? answer[name] : undefined
  if (Array.isArray(list)) return list
  throw unexpectedAnswer(200)
}

/**
 * A count in an answer.
 *
 * @param request the action that was answered, if it was one
 * @throws CommandFailure when the answer has none, because a missing count must not look like 0
 */
export function countIn(answer: JsonObject, name: string, request?: OperatorRequest): number {
  const count = Object.hasOwn(answer, name) ? answer[name] : undefined
  if (typeof count === 'number') return count
  throw unexpectedAnswer(200, request && unsureOf(request))
}
