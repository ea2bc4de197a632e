import type { CheckoutRoute } from './shop/checkout-route.ts'
import type { FieldsDescriber } from './document/field-shapes.ts'
import { jsonSchemaOf } from './document/json-schema-of.ts'
import type { JsonSchema } from './document/open-api-document.ts'
import { answerOn } from './shop/outcomes.ts'

/** Answers that every route may give, by status. */
export const common = {
  400: 'A field is invalid, missing or unknown; `error.fields` names it.',
  401: 'The bearer secret is missing or wrong.',
  429: 'This IP address has sent too many requests with a missing or wrong bearer: wait `Retry-After` seconds. A request with the right bearer never gets this answer.',
  503: 'Temporarily unavailable. Send the same request again in a few seconds; it takes effect only once.',
}

/** Additional answers of every route that may get a body, even one without fields. */
export const ofBodies = {
  408: 'The body took longer than 10 seconds.',
  413: 'The body is larger than 16,384 bytes.',
  415: 'The `Content-Type` of the body is not `application/json`.',
}

/** The body of every answer from 400 on. */
export const error: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['reason', 'message', 'remedy'],
      properties: {
        reason: { type: 'string', description: 'Stable name of the failure, for programs.' },
        message: { type: 'string', description: 'What happened.' },
        remedy: { type: 'string', description: 'What to do.' },
        fields: {
          type: 'array',
          items: { type: 'string' },
          description: 'Names of the fields that are wrong, or that differ; missing without any.',
        },
      },
      description: 'Why the request was not done.',
    },
  },
}

/** The schema of an object with an error beside its other fields. */
function withError({ properties, required, ...schema }: JsonSchema): JsonSchema {
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  return {
    ...schema,
    properties: { ...record(properties), ...record(error['properties']) },
    required: [...needed, 'error'],
  }
}

/** Additional answers of every operator route. */
export const ofOperators = {
  401: "The operator's token is missing, wrong or expired.",
  403: 'The role `view` may only read. `sign_in_needed`: the token of a person in OPERATORS may only read too; sign in to act. `store_missing`: the record belongs to no store, and the operator may see only certain stores. An order of a store that the operator may not see, and a proposal to refund one, is answered with 404, as if it did not exist.',
}

function record(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Statuses with which a request may be refused before it gets an outcome. */
const beforeOutcome: ReadonlySet<number> = new Set([400, 404])

/** The schema of an answer with another status than that of a request that was done. */
export function otherSchema(
  { outcomes, others }: CheckoutRoute,
  status: number,
  describeFields: FieldsDescriber,
): JsonSchema {
  const other = others[status]
  const fields = typeof other === 'object' ? other.fields : undefined
  const found = fields ?? (outcomes === undefined ? undefined : answerOn(outcomes, status))
  if (status < 400) return found === undefined ? {} : jsonSchemaOf(found, describeFields)
  if (found === undefined) return error
  const schema = jsonSchemaOf(found, describeFields)
  const { anyOf } = schema
  const failures = (Array.isArray(anyOf) ? anyOf : [schema]).map((one) => withError(record(one)))
  const isAlone = beforeOutcome.has(status) || outcomes?.alone.includes(status) === true
  const all = isAlone ? [...failures, error] : failures
  const [only = error] = all
  return all.length > 1 ? { anyOf: all } : only
}
