import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Files in `incoming/` that an alert has named or counted because they are not read: each name and
 * content is reported once. A row stays until `EVENT_DAYS` after its alert, also when its file is
 * gone; a file that still exists is then reported again.
 */
export const unknownFiles = sqliteTable(
  'unknown_files',
  {
    /** In the order in which the files were found. */
    id: integer('id').primaryKey(),
    /** 16 hex digits of the SHA-256 over the key and the ETag of the object. */
    hash: text('hash').notNull().unique('unknown_files_once'),
    /** The name as people see it, without characters that cannot be printed, at most 101 characters. */
    name: text('name').notNull(),
    /** The day in Vietnam of the alert about it, `YYYY-MM-DD`; `null` until the alert is raised. */
    toldOn: text('told_on'),
  },
  (table) => [index('unknown_files_of_day').on(table.toldOn)],
)
