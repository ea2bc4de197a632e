import type { AnyEndpoint } from '@merchant-edge/contract'
import { commonRefusals, type RefusalTable } from '@merchant-edge/contract/refusals'
import { answerEnvelope } from './answer-envelope.ts'
import type { ResponseObject } from '../document/open-api-document.ts'

/** Every refusal of an endpoint: entries of its own table replace those of the common table. */
function refusalsOf(endpoint: AnyEndpoint): RefusalTable {
  const common = Object.entries(commonRefusals).filter(
    ([code]) => !Object.hasOwn(endpoint.success, code),
  )
  return { ...Object.fromEntries(common), ...endpoint.refusals }
}

function responseOf(
  endpoints: readonly AnyEndpoint[],
  reasons: ReadonlyMap<number, string>,
): ResponseObject {
  const lines = [...reasons].map(([code, reason]) => `- \`${code}\` ${reason}`)
  return {
    description: [
      'Refused. `x-refusals` of this document gives cause and remedy of each code.',
      ...lines,
    ].join('\n'),
    content: {
      'application/json': {
        schema: answerEnvelope(endpoints, { type: 'integer', enum: [...reasons.keys()] }),
      },
    },
  }
}

/**
 * The refusals of endpoints by HTTP status: the leading three digits of the code where the
 * specification gives no status. Assumes G-13.
 */
export function refusalResponses(
  endpoints: readonly AnyEndpoint[],
): Readonly<Record<string, ResponseObject>> {
  const byStatus = new Map<number, Map<number, string>>()
  for (const endpoint of endpoints) {
    for (const [text, { reason, httpStatus }] of Object.entries(refusalsOf(endpoint))) {
      const status = httpStatus ?? Number(text.slice(0, 3))
      const reasons = byStatus.get(status) ?? new Map<number, string>()
      byStatus.set(status, reasons.set(Number(text), reason))
    }
  }
  return Object.fromEntries(
    [...byStatus].map(([status, reasons]) => [status, responseOf(endpoints, reasons)]),
  )
}
