import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1'

/** Typed queries over the order database. */
export type OrderDatabase = DrizzleD1Database

/**
 * Opens the database for decisions about money: the first query of the session goes to the primary,
 * so that no decision is based on stale data of a replica. Several statements belong together only
 * in `batch`; D1 has no interactive transactions.
 */
export function openDatabase(context: { readonly database: D1Database }): OrderDatabase {
  const { database } = context
  const session = database.withSession('first-primary')
  return drizzle({
    prepare: (query) => session.prepare(query),
    batch: (statements) => session.batch(statements),
    exec: (query) => database.exec(query),
    dump: () => database.dump(),
    withSession: (constraint) => database.withSession(constraint),
  })
}
