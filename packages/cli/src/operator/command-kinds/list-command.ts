import type { Command, CommandCall } from '../../command/command.ts'
import { type Option, text, wholeNumber } from '../../command/option.ts'
import { accessOptions } from '../access/access.ts'
import { askForJson, listIn, type JsonObject, type QueryFields } from '../access/operator-api.ts'
import { type TypedNames, typedNames } from '../access/typed-names.ts'
import { type Column, tablesFor } from '../tables/text-table.ts'

/** A filter: the name of its field in the query, and the option that gives its value. */
export type Filters = Readonly<
  Record<
    string,
    readonly [field: string, option: Option<string | undefined> | Option<number | undefined>]
  >
>

/** Description of a list command. */
export interface ListDescription {
  /** Words that call it, such as `orders list`. */
  readonly name: string
  readonly summary: string
  /** Path below `/operator`. */
  readonly path: string
  /** Name of the list in the answer. */
  readonly rows: string
  readonly filters: Filters
  readonly columns: readonly Column[]
  readonly notes?: readonly string[]
  readonly examples: readonly string[]
}

const pageOptions = {
  limit: wholeNumber({
    placeholder: 'N',
    summary: 'Rows to show, 1 to 1000; 50 if left out.',
    min: 1,
    max: 1_000,
    absent: 50,
  }),
  cursor: text({
    placeholder: 'CURSOR',
    summary: 'Cursor of the next page, as the page before prints it; only with the same filters.',
  }),
}

const rowsPerPage = 100

/** The given filters as query fields. */
export function queryOf({ given }: Pick<CommandCall, 'given'>, filters: Filters): QueryFields {
  return Object.fromEntries(
    Object.values(filters).map(([field, option]) => [
      field,
      given<string | number | undefined>(option),
    ]),
  )
}

/** The names of filters in the API. */
export function namesOf(
  filters: Filters,
  options: Readonly<Record<string, Option<unknown>>> = {},
): TypedNames {
  const others = Object.fromEntries(
    Object.entries(filters).map(([option, [field]]) => [field, `--${option}`]),
  )
  return typedNames({ options, others })
}

function cursorIn({ cursor }: JsonObject): string | undefined {
  return typeof cursor === 'string' ? cursor : undefined
}

/** A command that lists something in pages, newest first. */
export function listCommand(description: ListDescription): Command {
  const { name, summary, path, rows: field, filters, columns, notes = [], examples } = description
  const filterOptions = Object.fromEntries(
    Object.entries(filters).map(([option, [, described]]) => [option, described]),
  )
  return {
    name,
    summary,
    usage: `${Object.entries(filters)
      .map(([option, [, { placeholder }]]) => `[--${option} ${placeholder}]`)
      .join(' ')} [--limit N]`.trimStart(),
    operands: {},
    options: { ...filterOptions, ...pageOptions, ...accessOptions },
    notes,
    examples,
    async run(call) {
      const query = queryOf(call, filters)
      const typed = namesOf(filters, pageOptions)
      const wanted = call.given(pageOptions.limit)
      const rows: unknown[] = []
      let cursor = call.given(pageOptions.cursor)
      do {
        const limit = Math.min(rowsPerPage, wanted - rows.length)
        const answer = await askForJson(call, { path, query: { ...query, cursor, limit }, typed })
        rows.push(...listIn(answer, field))
        cursor = cursorIn(answer)
      } while (cursor !== undefined && rows.length < wanted)
      const more = cursor === undefined ? '' : `\nMore: add --cursor ${cursor}`
      return {
        exitCode: 0,
        json: { [field]: rows, ...(cursor !== undefined && { cursor }) },
        text:
          rows.length === 0
            ? `Nothing found.${more}`
            : `${tablesFor(call.terminal)(rows, columns)}${more}`,
      }
    },
  }
}
