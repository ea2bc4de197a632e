import { endpoints, type AnyEndpoint } from '@merchant-edge/contract'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { faults, usedFaults } from './tables.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { magicValue, readFault, type InjectedFault } from './fault.ts'

/** A fault for the next requests of an endpoint. */
export const newFault = v.strictObject({
  /** Name of the endpoint, such as `refundOrder`, or `*` for any. */
  endpoint: v.pipe(
    v.string(),
    v.check((name) => name === '*' || name in endpoints, 'must be the name of an endpoint or *'),
  ),
  /** The fault, written as in a magic value without `sandbox:`. */
  fault: v.pipe(
    v.string(),
    v.check((text) => readFault(text) !== undefined, 'is not a fault that can be injected'),
  ),
  /** Number of requests, 1 to 10,000. */
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)), 1),
})

/** A fault for the next requests of an endpoint. */
export interface NewFault extends v.InferOutput<typeof newFault> {}

/** A fault that waits for requests. */
export interface Fault {
  readonly id: number
  readonly endpoint: string
  /** The fault, written as in a magic value without `sandbox:`. */
  readonly fault: string
  /** Number of requests into which it will still be injected. */
  readonly remaining: number
}

/** Faults that still wait for requests, oldest first. */
export async function listFaults(database: Database): Promise<readonly Fault[]> {
  return database.select().from(faults).where(gt(faults.remaining, 0)).orderBy(faults.id)
}

/** Adds a fault for the next requests of an endpoint; returns all waiting faults. */
export async function addFault(database: Database, added: NewFault): Promise<readonly Fault[]> {
  const { endpoint, fault, times } = added
  await database.insert(faults).values({ endpoint, fault, remaining: times })
  return listFaults(database)
}

/** Deletes all waiting faults. */
export async function clearFaults(database: Database): Promise<void> {
  await database.delete(faults)
}

/** Takes the oldest fault that waits for this endpoint, and decrements its counter. */
async function takeWaitingFault(
  { database, hasFaults }: Sandbox,
  endpointName: string,
): Promise<string | undefined> {
  if (!hasFaults) return undefined
  const next = database
    .select({ id: faults.id })
    .from(faults)
    .where(and(inArray(faults.endpoint, [endpointName, '*']), gt(faults.remaining, 0)))
    .orderBy(faults.id)
    .limit(1)
  const [taken] = await database
    .update(faults)
    .set({ remaining: sql`${faults.remaining} - 1` })
    .where(eq(faults.id, next))
    .returning()
  return taken?.fault
}

/** The parts of an authenticated request that select a fault. */
export interface FaultLookup {
  readonly endpoint: Pick<AnyEndpoint, 'name' | 'businessId'>
  readonly merchantCode: string
  readonly fields: Readonly<Record<string, unknown>>
  /** Value of X-Request-ID. */
  readonly requestId: string | null
}

async function isFirstTime(sandbox: Sandbox, request: FaultLookup, text: string): Promise<boolean> {
  const { endpoint, fields, merchantCode, requestId } = request
  const businessId: unknown = endpoint.businessId && fields[endpoint.businessId]
  const id = typeof businessId === 'string' ? businessId : JSON.stringify(fields)
  const used = await sandbox.database
    .insert(usedFaults)
    .values({
      merchantCode,
      subject: `${endpoint.name} ${id} ${requestId ?? ''}`,
      fault: text,
    })
    .onConflictDoNothing()
    .returning()
  return used.length === 1
}

/**
 * The fault to inject into a request: from the magic value of the request, or a fault that waits
 * for its endpoint. The magic value is in `description` or in X-Request-ID; the latter works for
 * every endpoint.
 *
 * @throws RefusalError 4000001 for an unknown magic value
 */
export async function findFault(
  sandbox: Sandbox,
  request: FaultLookup,
): Promise<InjectedFault | undefined> {
  const magic = magicValue(request.fields['description']) ?? magicValue(request.requestId)
  const text = magic ?? (await takeWaitingFault(sandbox, request.endpoint.name))
  if (text === undefined) return undefined
  const fault = readFault(text)
  if (fault === undefined) {
    throw new RefusalError(4000001, `sandbox:${text} is not a fault that can be injected`)
  }
  if (fault.isOnce && !(await isFirstTime(sandbox, request, text))) return undefined
  return fault
}
