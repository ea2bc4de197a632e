import * as v from 'valibot'

/** Marks a field of an outcome that the route does not send. */
export const unsent = Symbol('unsent')

type Fields = Readonly<Record<string, v.GenericSchema | typeof unsent>>

/** The member of a union of outcomes that has a name; one member may have several names. */
type Named<Outcome, Name> = Outcome extends { readonly outcome: infer Names }
  ? Name extends Names
    ? Outcome
    : never
  : never

/** An outcome as the answers with some statuses tell it. */
interface Told<Member> {
  readonly on: number | readonly number[]
  /** What it means, without a full stop. */
  readonly means: string
  /** Every field of the outcome, and those that the route adds. */
  readonly fields: {
    readonly [Field in Exclude<keyof Member, 'outcome'>]-?: v.GenericSchema | typeof unsent
  } & Fields
}

/** An answer of a route that says an outcome. */
interface AnsweredOutcome {
  readonly name: string
  readonly statuses: readonly number[]
  readonly means: string
  readonly fields: Readonly<Record<string, v.GenericSchema>>
  /** Fields of the outcome that are not sent. */
  readonly unsent: readonly string[]
}

/** The outcomes of a request, and how a route answers each. */
export interface Outcomes {
  readonly answered: readonly AnsweredOutcome[]
  /** Statuses of the outcomes that are answered by an error alone. */
  readonly alone: readonly number[]
}

/** What the records of an answer are. */
const recordTexts: ReadonlyMap<string, string> = new Map([
  ['alert', 'The alert as it is now.'],
  ['data', 'Data of the answer of the service, as in the merchant API.'],
  ['difference', 'The difference with its verdict.'],
  ['endpoint', 'The endpoint as it is now.'],
  ['event', 'The event as it is now.'],
  ['link', 'The link as it is now.'],
  ['order', 'The order as it is now.'],
  ['proposal', 'The proposal as it is now.'],
  ['reconciliation', 'The reconciliation of the day as it is now.'],
  ['refund', 'The refund as it is now.'],
  ['transfer', 'The transfer as it is now.'],
])

function sentFields(fields: Fields): Readonly<Record<string, v.GenericSchema>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, schema]) => {
      if (typeof schema === 'symbol') return []
      const text = recordTexts.get(name)
      return [[name, text === undefined ? schema : v.pipe(schema, v.description(text))] as const]
    }),
  )
}

/**
 * Takes how a route answers each outcome of a call of the orders Worker: a status for an outcome
 * that is answered by an error alone, `never` for one that no request to the route has, otherwise its
 * statuses, meaning and fields. The compiler rejects an outcome or a field that is missing, and one
 * that the type does not have.
 */
export function outcomesOf<Outcome extends { readonly outcome: string }>() {
  type Table = {
    readonly [Name in Outcome['outcome']]:
      | number
      | 'never'
      | Told<Named<Outcome, Name>>
      | readonly Told<Named<Outcome, Name>>[]
  }
  return (table: Table): Outcomes => {
    const entries = Object.entries<number | 'never' | Told<unknown> | readonly Told<unknown>[]>(
      table,
    )
    return {
      alone: entries.flatMap(([, told]) => (typeof told === 'number' ? [told] : [])),
      answered: entries.flatMap(([name, told]) => {
        if (typeof told !== 'object') return []
        return [told].flat().map(({ on, means, fields }) => ({
          name,
          statuses: [on].flat(),
          means,
          fields: sentFields(fields),
          unsent: Object.keys(fields).filter((field) => fields[field] === unsent),
        }))
      }),
    }
  }
}

/** The schema of the outcome of a request, given the meaning of each possible outcome. */
export function outcomeOf(meanings: Readonly<Record<string, string>>): v.GenericSchema {
  const texts = Object.entries(meanings).map(([outcome, meaning]) => `\`${outcome}\`: ${meaning}`)
  return v.pipe(v.picklist(Object.keys(meanings)), v.description(`${texts.join('; ')}.`))
}

/** The schema of the answers with a status, without the error; `undefined` for an error alone. */
export function answerOn(
  { answered }: Outcomes,
  status: number,
): v.GenericSchema<unknown, unknown> | undefined {
  const groups = new Map<string, AnsweredOutcome[]>()
  for (const one of answered.filter(({ statuses }) => statuses.includes(status))) {
    const key = Object.entries(one.fields)
      .map(([name, { type }]) => `${name} ${type === 'exact_optional' ? type : 'required'}`)
      .toSorted()
      .join()
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  const schemas = Array.from(groups.values(), (group) => {
    const meanings = Object.fromEntries(group.map(({ name, means }) => [name, means]))
    const schema = v.object({ outcome: outcomeOf(meanings), ...group[0]?.fields })
    return groups.size === 1 ? schema : v.pipe(schema, v.title(Object.keys(meanings).join(', ')))
  })
  const [only] = schemas
  return schemas.length > 1 ? v.union(schemas) : only
}
