import { customType, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// Days are those of Vietnam, `yyyy-MM-dd`.

/** Bytes; D1 accepts a buffer and returns an array of numbers. */
const bytes = customType<{
  data: Uint8Array<ArrayBuffer>
  driverData: ArrayBuffer | readonly number[]
}>({
  dataType: () => 'blob',
  toDriver: (value) => value.slice().buffer,
  fromDriver: (value) =>
    value instanceof ArrayBuffer ? new Uint8Array(value) : Uint8Array.from(value),
})

/**
 * A partner of the daily exchange. The row survives a reset, because the partner has the same key;
 * therefore it has no foreign key to a merchant.
 */
export const exchangePartners = sqliteTable('exchange_partner', {
  merchantCode: text('merchant_code').primaryKey(),
  checksumKey: text('checksum_key').notNull(),
  /** All other settings; validated when read. */
  settings: text('settings', { mode: 'json' }).$type<unknown>().notNull(),
  /** Switches of the next close, once; null when there are none. */
  nextSwitches: text('next_switches', { mode: 'json' }).$type<unknown>(),
  /** Last day up to which the tick has closed all days; null when it has closed none. */
  closedThrough: text('closed_through'),
})

/** A file of an exchange folder; its bytes are stored as chunks of its content. */
export const exchangeFiles = sqliteTable(
  'exchange_file',
  {
    merchantCode: text('merchant_code').notNull(),
    name: text('name').notNull(),
    direction: text('direction', { enum: ['from-service', 'from-partner'] }).notNull(),
    contentId: text('content_id').notNull().unique(),
    sizeBytes: integer('size_bytes').notNull(),
    /** Lower-case hex. */
    sha256: text('sha256').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantCode, table.name] })],
)

/**
 * A piece of a content. All pieces but the last have the same size, far below the row limit of D1.
 */
export const exchangeChunks = sqliteTable(
  'exchange_chunk',
  {
    contentId: text('content_id').notNull(),
    number: integer('number').notNull(),
    bytes: bytes('bytes').notNull(),
    /** Real time; used to recognise abandoned uploads. */
    writtenAtMs: integer('written_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contentId, table.number] }),
    index('exchange_chunk_written_at').on(table.writtenAtMs),
  ],
)

/** A day of a merchant whose service file was written. */
export const exchangeDays = sqliteTable(
  'exchange_day',
  {
    merchantCode: text('merchant_code').notNull(),
    day: text('day').notNull(),
    closedAt: integer('closed_at').notNull(),
    /** Rows of the service file. */
    rows: integer('rows').notNull(),
    /** Switches of the close; validated when read. */
    switches: text('switches', { mode: 'json' }).$type<unknown>().notNull(),
    /** The rows that the switches changed; validated when read. */
    spoiled: text('spoiled', { mode: 'json' }).$type<unknown>().notNull(),
    /** Values of the rows for a later file. */
    lateRows: text('late_rows', { mode: 'json' }).$type<unknown>().notNull(),
    lateCount: integer('late_count').notNull(),
    /** Day of the file that has the late rows; null while no file has them. */
    lateTakenBy: text('late_taken_by'),
  },
  (table) => [primaryKey({ columns: [table.merchantCode, table.day] })],
)

/** Result of a partner's file of a day. */
export const exchangeComparisons = sqliteTable(
  'exchange_comparison',
  {
    merchantCode: text('merchant_code').notNull(),
    day: text('day').notNull(),
    comparedAt: integer('compared_at').notNull(),
    /** SHA-256 of the partner's file. */
    sha256: text('sha256').notNull(),
    /** Validated where it is read. */
    report: text('report', { mode: 'json' }).$type<unknown>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantCode, table.day] })],
)
