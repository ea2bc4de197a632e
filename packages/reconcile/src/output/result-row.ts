import { formatParts } from '../columns/decimal.ts'
import { sharedColumnNames, type SharedColumnName } from '../layouts/shared-columns.ts'
import { valueInVnd } from '../matching/compare-sides.ts'
import type { ComparisonRules, Transaction } from '../matching/transaction.ts'
import type { Row } from '../rows/row.ts'

const amountNames = ['amount', 'fee', 'tax', 'discount'] as const

/** The shared columns of what the service says; of a VND and a POINT row together, in VND. */
function serviceColumns(
  rows: readonly Row[],
  pointValueVnd: number,
): Readonly<Record<SharedColumnName, string>> | undefined {
  const [first] = rows
  if (first === undefined || rows.length === 1) return first?.shared
  const columns = { ...first.shared, currency: 'VND' }
  for (const name of amountNames) {
    columns[name] = formatParts(valueInVnd(rows, name, pointValueVnd))
  }
  return columns
}

/**
 * The values of a row of the result file, all but its checksum.
 *
 * What both files have comes from the partner's row, or from the service's where the partner has none.
 *
 * @see Specification 2.18
 */
export function resultValues(
  { status, partner, service }: Transaction,
  { pointValueVnd }: ComparisonRules,
): string[] {
  const [main] = service
  // Of two rows with different statuses, the one without success is what makes the difference.
  const serviceStatus = (service.find(({ isSuccess }) => !isSuccess) ?? main)?.status ?? ''
  const columns = partner?.shared ?? serviceColumns(service, pointValueVnd)
  const type = (partner ?? main)?.type ?? ''
  return [
    partner?.partnerId ?? '',
    ...sharedColumnNames.map((name) => columns?.[name] ?? ''),
    partner?.status ?? '',
    (partner ?? main)?.description ?? '',
    type,
    main?.serviceCode ?? '',
    serviceStatus,
    type,
    status,
  ]
}
