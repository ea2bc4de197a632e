import { describe, expect, it } from 'vitest'
import { changeBasket, readBasket, totalVnd, writeBasket } from './basket.ts'
import { findBook } from '../catalogue/catalogue.ts'

const river = findBook('morning-river')
const wind = findBook('salt-wind')
if (river === undefined || wind === undefined) throw new Error('the catalogue has changed')

describe('basket', () => {
  it('is read back from its cookie unchanged', () => {
    const lines = [
      { book: river, quantity: 2 },
      { book: wind, quantity: 1 },
    ]

    expect(readBasket(writeBasket(lines))).toEqual(lines)
    expect(totalVnd(lines)).toBe(329_000)
  })

  it('adds and removes books, at most nine copies of each', () => {
    const one = changeBasket([], river, 1)
    const many = changeBasket(one, river, 50)

    expect(one).toEqual([{ book: river, quantity: 1 }])
    expect(many).toEqual([{ book: river, quantity: 9 }])
    expect(changeBasket(one, river, -1)).toEqual([])
  })

  it('leaves every book in its place', () => {
    const both = changeBasket(changeBasket([], river, 1), wind, 1)

    expect(changeBasket(both, river, 1)).toEqual([
      { book: river, quantity: 2 },
      { book: wind, quantity: 1 },
    ])
    expect(changeBasket(both, river, -1)).toEqual([{ book: wind, quantity: 1 }])
  })

  it.each(['morning-river_0', 'morning-river_99', 'no-such-book_1', '<script>', '..', 'a_b_c'])(
    'reads nothing from the broken cookie %j',
    (cookie) => {
      expect(readBasket(cookie)).toEqual([])
    },
  )

  it('counts a book once when the cookie names it twice', () => {
    expect(readBasket('morning-river_1.morning-river_2')).toEqual([{ book: river, quantity: 2 }])
  })
})
