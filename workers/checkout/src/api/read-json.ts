import * as v from 'valibot'
import { ApiFailure } from './api-error.ts'

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

/**
 * Reads a request's body as JSON of the given form.
 *
 * @throws ApiFailure that names the fields that are wrong, missing or unknown
 */
export async function readJson<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const parsed = v.safeParse(schema, parseJson(await readBytes(request)))
  if (parsed.success) return parsed.output
  const problems = new Map<string, string>()
  for (const issue of parsed.issues) {
    const field = v.getDotPath(issue) ?? 'the body'
    if (!problems.has(field)) problems.set(field, issue.message)
  }
  throw new ApiFailure(400, {
    reason: 'invalid_field',
    message: [...problems].map(([field, problem]) => `${field} ${problem}.`).join(' '),
    remedy: 'Correct what is named and send the request again.',
    fields: [...problems.keys()],
  })
}
