import { isDay, type Operator, readTypedNumber } from '@merchant-edge/pages'
import type { OrderFilter, PageOf } from '@merchant-edge/orders/api'
import { listRules } from '@merchant-edge/orders/rules'
import { orderStates } from '@merchant-edge/orders/states'
import { seesStore, visibleStores } from '../operator.ts'

/** The fields of the filter form, by their names in the address. */
export const filterFields = [
  'state',
  'day',
  'amountVnd',
  'reference',
  'transactionId',
  'customerId',
  'storeCode',
  'posCode',
] as const

/** The name of a field of the filter form. */
export type FilterField = (typeof filterFields)[number]

/** The parsed filter of a list's address. */
export interface ReadFilter {
  /** The typed values of the form. */
  readonly typed: Readonly<Partial<Record<FilterField, string>>>
  readonly filter: OrderFilter & PageOf
  /** Fields with invalid values. */
  readonly problems: readonly FilterField[]
}

/** An amount as people type it, with separators: `120.000`. */
function amountOf(text: string): number | undefined {
  return readTypedNumber(text) || undefined
}

function isFit(field: FilterField, text: string): boolean {
  if (field === 'state') return Object.hasOwn(orderStates, text)
  if (field === 'day') return isDay(text)
  if (field === 'amountVnd') return amountOf(text) !== undefined
  return listRules[field].pattern.test(text)
}

function typedFields(query: Readonly<Record<string, string>>): Map<FilterField, string> {
  const found = filterFields.flatMap((field) => {
    const text = (Object.hasOwn(query, field) ? (query[field] ?? '') : '').trim()
    return text === '' ? [] : [[field, text] as const]
  })
  return new Map(found)
}

/**
 * Reads the filter of a list of orders from the query of its address. For an operator of some
 * stores the list has orders of all these stores, or of the requested one.
 */
export function readOrderFilter(
  query: Readonly<Record<string, string>>,
  operator: Operator,
): ReadFilter {
  const typed = typedFields(query)
  const [only, another] = operator.stores ?? []
  if (
    typed.has('posCode') &&
    !typed.has('storeCode') &&
    only !== undefined &&
    another === undefined
  ) {
    typed.set('storeCode', only)
  }
  const problems = [...typed].filter(([field, text]) => !isFit(field, text)).map(([field]) => field)
  const storeCode = typed.get('storeCode')
  if (storeCode !== undefined && !seesStore(operator, storeCode)) problems.push('storeCode')
  if (typed.has('posCode') && storeCode === undefined) problems.push('posCode')
  const amountVnd = amountOf(typed.get('amountVnd') ?? '')
  const { cursor } = query
  const { amountVnd: _amount, ...texts } = Object.fromEntries(typed)
  return {
    typed: Object.fromEntries(typed),
    problems: [...new Set(problems)],
    filter: {
      ...texts,
      ...visibleStores(operator),
      ...(amountVnd !== undefined && { amountVnd }),
      ...(cursor !== undefined && cursor !== '' && { cursor }),
    },
  }
}
