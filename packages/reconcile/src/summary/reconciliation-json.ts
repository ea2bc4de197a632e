import { checkArguments } from '../check-arguments.ts'
import type { Reconciliation } from '../outcome/reconciliation.ts'
import type { ControlTotal, Sums } from '../rows/control-totals.ts'
import { formatParts } from '../rows/amounts.ts'

function sumsJson({ rows, amount, fee, tax, discount }: Sums) {
  return {
    rows,
    amount: formatParts(amount),
    fee: formatParts(fee),
    tax: formatParts(tax),
    discount: formatParts(discount),
  }
}

function totalJson({ currency, type, status, ...sums }: ControlTotal) {
  return { currency, type, status, ...sumsJson(sums) }
}

function bookedJson<Booked extends { readonly partner: bigint; readonly service: bigint }>(
  booked: Booked,
) {
  return {
    ...booked,
    partner: formatParts(booked.partner),
    service: formatParts(booked.service),
  }
}

/**
 * Converts an outcome to plain data for JSON. Sums are decimal texts in VND or points, because JSON
 * numbers would round large ones.
 *
 * @example
 * ```ts
 * import { reconciliationJson, type Reconciliation } from '@merchant-edge/reconcile'
 *
 * export function outcomeResponse(outcome: Reconciliation): Response {
 *   return Response.json(reconciliationJson(outcome))
 * }
 * ```
 */
export function reconciliationJson(reconciliation: Reconciliation) {
  checkArguments('reconciliationJson', { reconciliation })
  const { counts, exceptions, totals, bridge, manifest, carried, days, foreign } = reconciliation
  const { differenceSums } = reconciliation
  return {
    counts,
    exceptions,
    totals: { partner: totals.partner.map(totalJson), service: totals.service.map(totalJson) },
    bridge: {
      closes: bridge.closes,
      lines: bridge.lines.map((line) => ({
        currency: line.currency,
        type: line.type,
        is_success: line.isSuccess,
        partner: sumsJson(line.partner),
        service: sumsJson(line.service),
        explained: {
          '00': sumsJson(line.explained['00']),
          '01': sumsJson(line.explained['01']),
          '02': sumsJson(line.explained['02']),
          '03': sumsJson(line.explained['03']),
          foreign: sumsJson(line.explained.foreign),
          duplicate: sumsJson(line.explained.duplicate),
        },
        unexplained: sumsJson(line.unexplained),
      })),
    },
    manifest,
    carried,
    days,
    difference_sums: {
      by_status: differenceSums.byStatus.map((sum) => bookedJson(sum)),
      by_store: differenceSums.byStore.map((store) => bookedJson(store)),
      ...(differenceSums.otherStores && { other_stores: bookedJson(differenceSums.otherStores) }),
    },
    foreign: {
      ...foreign,
      kinds: foreign.kinds.map((kind) => ({ ...kind, totals: kind.totals.map(totalJson) })),
    },
    proposals: reconciliation.proposals,
    one_sided_left_out: reconciliation.oneSidedLeftOut,
  }
}
