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

/** The schema of an answer: the outcome of the request, and the records that it concerns. */
export function known(schemas: Readonly<Record<string, v.GenericSchema>>): v.GenericSchema {
  return v.object({ outcome: v.string(), ...schemas })
}
