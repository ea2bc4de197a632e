import * as v from 'valibot'

/** One route of the checkout Worker for the shop's backend, or for operators. */
export interface CheckoutRoute {
  readonly name: string
  readonly tag: 'Orders' | 'Linked wallets' | 'Transfers' | 'Loyalty' | 'Daily files' | 'Operators'
  readonly method: 'get' | 'post' | 'delete'
  readonly path: string
  readonly summary: string
  /** Whether it is asked without a bearer. */
  readonly isOpen?: boolean
  /** Fields of the query. */
  readonly query?: v.GenericSchema
  readonly body?: v.GenericSchema
  /** Whether the body may be left out, which stands for one without fields. */
  readonly isBodyOptional?: boolean
  /** What is answered when it is done. */
  readonly done: {
    readonly status: 200 | 201
    readonly schema: v.GenericSchema
    /** JSON when left out. */
    readonly mediaType?: 'text/csv'
  }
  /** Other statuses, with what they say. */
  readonly others: Readonly<Record<number, string>>
}

/** One route for operators. */
export type OperatorRoute = Omit<CheckoutRoute, 'tag'>

/** An answer that says what became of a request, and shows what it is about. */
export function known(schemas: Readonly<Record<string, v.GenericSchema>>): v.GenericSchema {
  return v.object({ outcome: v.string(), ...schemas })
}
