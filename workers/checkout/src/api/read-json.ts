import * as v from 'valibot'
import { ApiFailure } from './api-error.ts'
import { fieldProblem } from './rule-schema.ts'

const largestBodyBytes = 16_384

async function readBytes(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  if (request.body !== null) {
    for await (const chunk of request.body) {
      length += chunk.byteLength
      if (length > largestBodyBytes) {
        throw new ApiFailure(413, {
          reason: 'body_too_large',
          message: `The body is larger than ${largestBodyBytes} bytes.`,
          remedy: 'Send only the fields of the request.',
        })
      }
      chunks.push(chunk)
    }
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
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
    remedy: 'Correct what is named and send the request again.',
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

/** A parameter that is ignored could be taken for a filter or a switch that works. */
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
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  refuseParameters(request)
  return validate(schema, parseJson(await readBytes(request)))
}

const noFields = v.strictObject({}, fieldProblem)

/**
 * Refuses whatever a request carries that its address does not know: parameters, and fields of a body. No body, and
 * one without fields, are fine.
 *
 * @throws ApiFailure that names them
 */
export async function requireNoFields(request: Request): Promise<void> {
  refuseParameters(request)
  const bytes = await readBytes(request)
  if (bytes.length > 0) validate(noFields, parseJson(bytes))
}
