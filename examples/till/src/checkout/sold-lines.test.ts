import { isOrderInfo } from '@merchant-edge/orders/rules'
import { describe, expect, it } from 'vitest'
import { readEntry, type BillLine } from '../goods/entry.ts'
import { orderInfoOf, soldLinesOf } from './sold-lines.ts'

const tea = { barcode: '8938505970011', name: 'Trà sen', priceVnd: 45_000 }
const goods = new Map([[tea.barcode, tea]])

function lineOf(entry: string, known: ReadonlyMap<string, typeof tea> = goods): BillLine {
  const line = readEntry(entry, known)
  if (typeof line === 'string') throw new Error(line)
  return line
}

describe('the lines of a bill', () => {
  it('are read back from the order, with the names of the goods', () => {
    const info = orderInfoOf([lineOf(`2*${tea.barcode}`), lineOf('3*12.500')])

    expect(info).toBe('{"lines":[["8938505970011",2,45000],[null,3,12500]]}')
    expect(soldLinesOf(info, goods)).toEqual([
      { name: 'Trà sen', quantity: 2, priceVnd: 45_000 },
      { name: undefined, quantity: 3, priceVnd: 12_500 },
    ])
  })

  it('keep the price at which they were sold, and the barcode of goods that are no longer sold', () => {
    const info = orderInfoOf([lineOf(tea.barcode)])
    const dearer = new Map([[tea.barcode, { ...tea, priceVnd: 50_000 }]])

    expect(soldLinesOf(info, dearer)).toEqual([{ name: 'Trà sen', quantity: 1, priceVnd: 45_000 }])
    expect(soldLinesOf(info, new Map())).toEqual([
      { name: tea.barcode, quantity: 1, priceVnd: 45_000 },
    ])
  })

  it('fit into an order when there are as many as a bill can have, at the highest price', () => {
    const dearest = { ...tea, priceVnd: Number.MAX_SAFE_INTEGER }
    const line = lineOf(`999*${tea.barcode}`, new Map([[tea.barcode, dearest]]))

    expect(isOrderInfo(orderInfoOf(Array.from({ length: 50 }, () => line)))).toBe(true)
  })

  it.each(['{}', '[]', '{"lines":[["8938505970011","2",45000]]}', '{"lines":{}}', 'no JSON'])(
    'are empty when the order has another text: %s',
    (info) => {
      expect(soldLinesOf(info, goods)).toEqual([])
    },
  )
})
