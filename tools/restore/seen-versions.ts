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
 * The statements may be run twice, and do nothing for an order that the restore has discarded.
 *
 * @param output what wrangler printed for `versions-since.sql`, before the restore
 * @returns one statement a line; an empty text when nothing was changed since the moment
 * @throws Error when the output is not that of the query
 */
export function continueVersions(output: string): string {
  return v
    .parse(answers, output)
    .flatMap(({ results }) => results)
    .map(
      ({ what, id, version }) =>
        `UPDATE ${what} SET version = max(version, ${version + 1}) WHERE id = '${id.replaceAll("'", "''")}';\n`,
    )
    .join('')
}
