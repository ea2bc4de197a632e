import type { AnyEndpoint } from '@merchant-edge/contract'
import { usedProvocations } from '../database/schema.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { takeFault } from './waiting-faults.ts'
import { magicValue, readProvocation, type AskedProvocation } from './fault.ts'

/** An authenticated request in which a provocation is looked for. */
export interface ProvokingRequest {
  readonly endpoint: Pick<AnyEndpoint, 'name' | 'businessId'>
  readonly merchantCode: string
  readonly fields: Readonly<Record<string, unknown>>
  /** Value of X-Request-ID. */
  readonly requestId: string | null
}

async function isFirstTime(
  sandbox: Sandbox,
  request: ProvokingRequest,
  provocation: string,
): Promise<boolean> {
  const { endpoint, fields, merchantCode, requestId } = request
  const businessId: unknown = endpoint.businessId && fields[endpoint.businessId]
  const id = typeof businessId === 'string' ? businessId : JSON.stringify(fields)
  const used = await sandbox.database
    .insert(usedProvocations)
    .values({ merchantCode, subject: `${endpoint.name} ${id} ${requestId ?? ''}`, provocation })
    .onConflictDoNothing()
    .returning()
  return used.length === 1
}

/**
 * The provocation that a request carries, or that waits for it. A magic value stands in `description`
 * or in X-Request-ID; the latter works for every endpoint.
 *
 * @throws RefusalError 4000001 for a magic value that asks for nothing known
 */
export async function provocationFor(
  sandbox: Sandbox,
  request: ProvokingRequest,
): Promise<AskedProvocation | undefined> {
  const magic = magicValue(request.fields['description']) ?? magicValue(request.requestId)
  const text = magic ?? (await takeFault(sandbox.database, request.endpoint.name))
  if (text === undefined) return undefined
  const asked = readProvocation(text)
  if (asked === undefined) {
    throw new RefusalError(4000001, `sandbox:${text} is nothing that can be provoked`)
  }
  if (asked.isOnce && !(await isFirstTime(sandbox, request, text))) return undefined
  return asked
}
