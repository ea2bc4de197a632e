import type { BodyProblem } from '@merchant-edge/pages'
import type { Context } from 'hono'
import * as v from 'valibot'
import { type ApiError, ApiFailure } from './api-error.ts'
import { BodyError, bodyType, maxBodyMs, readBody } from './read-body.ts'
import { fieldProblem } from './rule-schema.ts'

const maxBodyBytes = 16_384

const refusals: Readonly<Record<BodyProblem, readonly [status: 400 | 408 | 413, ApiError]>> = {
  too_large: [
    413,
    {
      reason: 'body_too_large',
      message: `The body is larger than ${maxBodyBytes} bytes.`,
      remedy: 'Send only the fields of the request.',
    },
  ],
  too_slow: [
    408,
    {
      reason: 'body_too_slow',
      message: `The body took longer than ${maxBodyMs / 1000} seconds.`,
      remedy: 'Try again; nothing was done.',
    },
  ],
  broken_off: [
    400,
    {
      reason: 'body_broken_off',
      message: 'The body ended before it was whole.',
      remedy: 'Try again; nothing was done.',
    },
  ],
}

/** Reads the body; a body with another content type than JSON is refused. */
async function readBytes(c: Context): Promise<Uint8Array> {
  let bytes: Uint8Array
  try {
    bytes = await readBody(c, maxBodyBytes)
  } catch (error) {
    if (!(error instanceof BodyError)) throw error
    throw new ApiFailure(...refusals[error.problem])
  }
  const type = bodyType(c)
  if (bytes.length === 0 || type === '' || type === 'application/json') return bytes
  throw new ApiFailure(415, {
    reason: 'content_type_unknown',
    message: 'The body is not said to be JSON.',
    remedy: 'Send JSON with Content-Type application/json.',
  })
}

function parseJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    throw new ApiFailure(400, {
      reason: 'body_not_utf8',
      message: 'The body is not UTF-8.',
      remedy: 'Send the JSON as UTF-8.',
    })
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiFailure(400, {
      reason: 'body_not_json',
      message: 'The body is not JSON.',
      remedy: 'Send one JSON object with Content-Type application/json.',
    })
  }
}

function invalid(problems: ReadonlyMap<string, string>): ApiFailure {
  return new ApiFailure(400, {
    reason: 'invalid_field',
    message: [...problems].map(([field, problem]) => `${field} ${problem}.`).join(' '),
    remedy: 'Correct what is named, then try again.',
    fields: [...problems.keys()],
  })
}

function validate<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  const problems = new Map<string, string>()
  for (const issue of parsed.issues) {
    const field = v.getDotPath(issue) ?? 'the body'
    if (!problems.has(field)) problems.set(field, issue.message)
  }
  throw invalid(problems)
}

/** Silently ignoring a parameter could make the caller believe that a filter or switch works. */
function refuseParameters({ url }: Request): void {
  const names = [...new URL(url).searchParams.keys()]
  if (names.length === 0) return
  throw invalid(new Map(names.map((name) => [name, 'is not a parameter of this address'])))
}

/**
 * Reads a request's body as JSON of the given form. Parameters in the address are refused.
 *
 * @throws ApiFailure that names the fields and parameters that are wrong, missing or unknown
 */
export async function readJson<Schema extends v.GenericSchema>(
  c: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  refuseParameters(c.req.raw)
  return validate(schema, parseJson(await readBytes(c)))
}

/**
 * Reads a request's body like {@link readJson}; a missing body counts as one without fields.
 *
 * @throws ApiFailure that names the fields and parameters that are wrong or unknown
 */
export async function readOptionalJson<Schema extends v.GenericSchema>(
  c: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  refuseParameters(c.req.raw)
  const bytes = await readBytes(c)
  return validate(schema, bytes.length === 0 ? {} : parseJson(bytes))
}

const noFields = v.strictObject({}, fieldProblem)

/**
 * Refuses unknown parameters and body fields of a request. No body, or a body without fields, is
 * allowed.
 *
 * @throws ApiFailure that names them
 */
export async function requireNoFields(c: Context): Promise<void> {
  refuseParameters(c.req.raw)
  const bytes = await readBytes(c)
  if (bytes.length > 0) validate(noFields, parseJson(bytes))
}
