import type { Context } from 'hono'
import * as v from 'valibot'
import { readText } from '../bodies/read-bytes.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { ControlError } from './control-error.ts'

function invalid(message: string): ControlError {
  return new ControlError(400, 'input_invalid', {
    message,
    remedy: 'Compare the input with the README of @merchant-edge/sandbox.',
  })
}

function check<Output>(schema: v.GenericSchema<unknown, Output>, input: unknown): Output {
  const parsed = v.safeParse(schema, input)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw invalid(`${v.getDotPath(issue) ?? 'body'}: ${issue.message}`)
}

/**
 * Reads the JSON body of a control request; an absent body counts as `{}`.
 *
 * @throws ControlError 400 when it is not JSON or a field is wrong
 * @throws BodyRefused when it is too large or too slow
 */
export async function readBody<Output>(
  c: Context<SandboxHono>,
  schema: v.GenericSchema<unknown, Output>,
): Promise<Output> {
  const text = await readText(c.req.raw, c.var.sandbox.host)
  if (text === '') return check(schema, {})
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    throw invalid('content-type: must be application/json')
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw invalid('body: must be JSON')
  }
  return check(schema, json)
}

const wholeNumber = v.pipe(
  v.string(),
  v.regex(/^\d{1,15}$/, 'must be a whole number'),
  v.transform(Number),
)

/** A whole number in the query; `undefined` when it is not given. */
export function readNumber(c: Context<SandboxHono>, name: string): number | undefined {
  const text = c.req.query(name)
  return text === undefined ? undefined : check(wholeNumber, text)
}
