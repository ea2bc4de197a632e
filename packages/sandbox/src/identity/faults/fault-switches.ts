import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '../../database/database.ts'
import { identityFaults } from '../tables.ts'
import { conformanceModules, type FaultsAt, type FaultStage } from './conformance-modules.ts'

/** A fault switch to set. */
export const newIdentityFault = v.strictObject({
  /** Name of a conformance module. */
  name: v.pipe(
    v.string('must be a string'),
    v.check(
      (name) => conformanceModules.some((module) => module.name === name),
      'must be the name of a conformance module',
    ),
  ),
  /** Client whose answers it changes; any when left out. */
  clientId: v.optional(v.pipe(v.string(), v.minLength(1)), '*'),
  /** How often it takes effect; null for until it is cleared. */
  times: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))), 1),
})

/** A fault switch to set. */
export interface NewIdentityFault extends v.InferInput<typeof newIdentityFault> {}

/** A fault switch that is set. */
export interface IdentityFault {
  readonly id: number
  readonly name: string
  /** A client, or `*` for any. */
  readonly clientId: string
  /** How often it still takes effect; null: until it is cleared. */
  readonly remaining: number | null
}

/** All fault switches that are set, the oldest first. */
export async function listIdentityFaults(database: Database): Promise<readonly IdentityFault[]> {
  return database.select().from(identityFaults).orderBy(asc(identityFaults.id))
}

/** Sets a fault switch. */
export async function addIdentityFault(
  database: Database,
  { name, clientId, times }: v.InferOutput<typeof newIdentityFault>,
): Promise<void> {
  await database.insert(identityFaults).values({ name, clientId, remaining: times })
}

/** Clears one fault switch, or all of them. */
export async function clearIdentityFaults(database: Database, id?: number): Promise<void> {
  await database
    .delete(identityFaults)
    .where(id === undefined ? undefined : eq(identityFaults.id, id))
}

function namesAt<Stage extends FaultStage>(stage: Stage): readonly FaultsAt<Stage>[]
function namesAt(stage: FaultStage): readonly string[] {
  return conformanceModules.filter((module) => module.stage === stage).map(({ name }) => name)
}

/**
 * The faults that change an answer to a client, without duplicates. The counters of faults with a
 * limited number are decremented.
 *
 * @param clientId client that receives the answer; `undefined` when no client is known, as for
 *   discovery
 */
export async function takeFaults<Stage extends FaultStage>(
  database: Database,
  stage: Stage,
  clientId?: string,
): Promise<readonly FaultsAt<Stage>[]> {
  const names = namesAt(stage)
  const isOfClient =
    clientId === undefined ? undefined : inArray(identityFaults.clientId, [clientId, '*'])
  const isOn = or(isNull(identityFaults.remaining), gt(identityFaults.remaining, 0))
  const rows = await database
    .update(identityFaults)
    .set({ remaining: sql`${identityFaults.remaining} - 1` })
    .where(and(inArray(identityFaults.name, [...names]), isOfClient, isOn))
    .returning()
  if (rows.length === 0) return []
  await database.delete(identityFaults).where(lte(identityFaults.remaining, 0))
  return names.filter((name) => rows.some((row) => row.name === name))
}
