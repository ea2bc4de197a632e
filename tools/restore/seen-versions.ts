import * as v from 'valibot'

const answers = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
      results: v.array(
        v.object({
          what: v.picklist(['orders', 'transfers']),
          id: v.string(),
          version: v.pipe(v.number(), v.safeInteger()),
        }),
      ),
    }),
  ),
)

/**
 * Writes the statements that let the versions of orders and transfers go on beyond those that a shop
 * has seen. A shop ignores an event whose version it has seen, and a restore sets the versions back.
 * An order that the restore has discarded may be opened again, and a transfer be requested again, under
 * its id: new ones begin beyond all that a shop has seen. The statements may be run twice.
 *
 * @param output what wrangler printed for `versions-since.sql`, before the restore
 * @returns one statement a line; an empty text when nothing was changed since the moment
 * @throws Error when the output is not that of the query
 */
export function continueVersions(output: string): string {
  const seen = v.parse(answers, output).flatMap(({ results }) => results)
  if (seen.length === 0) return ''
  const highest = seen.reduce((most, { version }) => Math.max(most, version), 0)
  const updates = seen.map(
    ({ what, id, version }) =>
      `UPDATE ${what} SET version = max(version, ${version + 1}) WHERE id = '${id.replaceAll("'", "''")}';\n`,
  )
  const beginning = `UPDATE bound_service SET first_version = max(first_version, ${highest + 1});\n`
  return [...updates, beginning].join('')
}
