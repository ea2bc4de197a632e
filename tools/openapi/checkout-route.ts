import * as v from 'valibot'

/** One route of the checkout Worker for the shop's backend, or for operators. */
export interface CheckoutRoute {
  readonly name: string
  readonly tag: 'Orders' | 'Linked wallets' | 'Transfers' | 'Loyalty' | 'Daily files' | 'Operators'
  readonly method: 'get' | 'post' | 'delete'
  readonly path: string
  readonly summary: string
  /** Whether the route needs no bearer token. */
  readonly isOpen?: boolean
  /** Fields of the query string. */
  readonly query?: v.GenericSchema
  readonly body?: v.GenericSchema
  /** Whether the body may be left out; a missing body is treated as one without fields. */
  readonly isBodyOptional?: boolean
  /** The answer when the request was done. */
  readonly done: {
    readonly status: 200 | 201
    readonly schema: v.GenericSchema
    /** JSON when left out. */
    readonly mediaType?: 'text/csv'
  }
  /** The other HTTP statuses of the route, each with its meaning. */
  readonly others: Readonly<Record<number, string>>
}

/** A route below `/operator`; all of them have the same tag. */
export type OperatorRoute = Omit<CheckoutRoute, 'tag'>

/** What the records of an answer are. */
const recordTexts = {
  alert: 'The alert as it is now.',
  data: 'Data of the answer of the service, as in the merchant API.',
  difference: 'The difference with its verdict.',
  endpoint: 'The endpoint as it is now.',
  event: 'The event as it is now.',
  link: 'The link as it is now.',
  order: 'The order as it is now.',
  proposal: 'The proposal as it is now.',
  reconciliation: 'The reconciliation of the day as it is now.',
  refund: 'The refund as it is now.',
  transfer: 'The transfer as it is now.',
} as const

/** The schema of the outcome of a request, given the meaning of each possible outcome. */
export function outcomeOf(meanings: Readonly<Record<string, string>>): v.GenericSchema {
  const texts = Object.entries(meanings).map(([outcome, meaning]) => `\`${outcome}\`: ${meaning}`)
  return v.pipe(v.picklist(Object.keys(meanings)), v.description(`${texts.join('; ')}.`))
}

/**
 * The schema of an answer: the outcome of the request, and the records that it concerns.
 *
 * @param outcomes the meaning of each outcome that comes with the status of the answer
 */
export function known(
  outcomes: Readonly<Record<string, string>>,
  schemas: Readonly<Partial<Record<keyof typeof recordTexts, v.GenericSchema>>>,
): v.GenericSchema {
  const records = Object.entries(recordTexts).flatMap(([name, text]) => {
    const schema = new Map(Object.entries(schemas)).get(name)
    return schema === undefined ? [] : [[name, v.pipe(schema, v.description(text))] as const]
  })
  return v.object({ outcome: outcomeOf(outcomes), ...Object.fromEntries(records) })
}
