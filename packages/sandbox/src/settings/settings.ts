import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { callbackSwitches, callbacksWithoutFaults } from './callback-switches.ts'
import { clockSetting, realClock } from '../clock/sandbox-clock.ts'
import type { Database, Statement } from '../database/database.ts'
import { settings } from './tables.ts'
import { defaultRules, rules } from './rules.ts'

const stored = v.object({
  /** How the clock differs from the real one. */
  clock: v.fallback(clockSetting, realClock),
  /** Rules that the specification leaves open. */
  rules: v.fallback(rules, defaultRules),
  /** Callbacks of stores without switches of their own. */
  callbackSwitches: v.fallback(callbackSwitches, callbacksWithoutFaults),
  /** Switches that the next created order takes, once. */
  nextOrderSwitches: v.fallback(v.optional(callbackSwitches), undefined),
  /**
   * SHA-256 of the variables applied at a start, so that the next start does not undo later
   * changes.
   */
  appliedSeeds: v.fallback(v.record(v.string(), v.string()), {}),
  /** Whether the first data are in the tables. */
  isSeeded: v.fallback(v.boolean(), false),
})

/** All settings of the sandbox. */
export interface Settings extends v.InferOutput<typeof stored> {}

/** Statement that reads the rows of {@link settingsOf}. */
export function selectSettings(database: Database) {
  return database.select().from(settings)
}

/** All settings of the rows that are stored; what is not stored takes its default. */
export function settingsOf(rows: readonly (typeof settings.$inferSelect)[]): Settings {
  return v.parse(stored, Object.fromEntries(rows.map((row) => [row.name, row.value])))
}

/** Reads all settings. */
export async function readSettings(database: Database): Promise<Settings> {
  return settingsOf(await selectSettings(database))
}

/** Statement that stores one setting. */
export function settingStatement<Name extends keyof Settings>(
  database: Database,
  name: Name,
  value: Settings[Name] & {},
): Statement {
  return database
    .insert(settings)
    .values({ name, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
}

/** Statement that puts one setting back to its default. */
export function clearStatement(database: Database, name: keyof Settings): Statement {
  return database.delete(settings).where(eq(settings.name, name))
}

/** Stores one setting. */
export async function saveSetting<Name extends keyof Settings>(
  database: Database,
  name: Name,
  value: Settings[Name] & {},
): Promise<void> {
  await database.batch([settingStatement(database, name, value)])
}

/** Puts one setting back to its default. */
export async function clearSetting(database: Database, name: keyof Settings): Promise<void> {
  await database.batch([clearStatement(database, name)])
}
