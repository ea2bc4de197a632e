import type { ConsoleContext } from '../layout/console-hono.ts'

/** The fields of a filter that are filled in, without spaces around them. */
export function queryFields<Name extends string>(
  c: ConsoleContext,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const query = new Map(Object.entries(c.req.query()))
  const fields: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const text = query.get(name)?.trim() ?? ''
    if (text !== '') fields[name] = text
  }
  return fields
}

/** The result of a list, or `wrong_filter` when its filter or cursor is invalid. */
export async function listOrWrongFilter<Page>(
  list: () => Promise<Page>,
): Promise<Page | 'wrong_filter'> {
  try {
    return await list()
  } catch (error) {
    if (error instanceof TypeError) return 'wrong_filter'
    throw error
  }
}
