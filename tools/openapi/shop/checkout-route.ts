import type * as v from 'valibot'
import { answerOn, type Outcomes } from './outcomes.ts'

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
  /** The outcomes of a route whose answers say one. */
  readonly outcomes?: Outcomes
  /** The answer when the request was done. */
  readonly done: {
    readonly status: 200 | 201
    /** Left out where an outcome has the status. */
    readonly schema?: v.GenericSchema
    /** JSON when left out. */
    readonly mediaType?: 'text/csv'
  }
  /** The other HTTP statuses of the route, each with its meaning. */
  readonly others: Readonly<Record<number, string | OtherAnswer>>
}

/** An answer that has no outcome, but fields besides its error. */
export interface OtherAnswer {
  readonly text: string
  readonly fields: v.ObjectSchema<v.ObjectEntries, undefined>
}

/** A route below `/operator`; all of them have the same tag. */
export type OperatorRoute = Omit<CheckoutRoute, 'tag'>

/** The schema of the answer when the request was done. */
export function doneSchema({ name, outcomes, done }: CheckoutRoute): v.GenericSchema {
  const schema =
    done.schema ?? (outcomes === undefined ? undefined : answerOn(outcomes, done.status))
  if (schema !== undefined) return schema
  throw new Error(
    `The document of the route ${name} has no schema for ${done.status}: give it \`done.schema\` or \`outcomes\`.`,
  )
}
