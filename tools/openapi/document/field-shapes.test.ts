import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describerOf, readFieldShapes, type FieldsDescriber } from './field-shapes.ts'
import { workersApi } from '../workers-api.ts'

const source = `
interface Named {
  /** The id of ours. */
  readonly id: string
}
export interface Order extends Named {
  /** Of the order. */
  readonly state: string
  /** Price. */
  readonly vnd: number
  readonly created: number
  /** Grows. */
  readonly version: number
}
export interface Refund extends Named {
  /** Of the refund. */
  readonly state: string
  /**
   * What goes back,
   * in VND.
   *
   * @see Specification 4.5
   */
  readonly vnd: number
  readonly sums: { readonly vnd: number; readonly points: number }
}
export interface Filter {
  /** That is looked for. */
  readonly day?: string
  /** One of them. */
  readonly store?: string
  /** Of the till. */
  readonly till?: string
  /** Of the customer. */
  readonly customer?: string
}
export interface Action {
  /** Who acts. */
  readonly by: string
}
export interface Closing {
  /** Who closes. */
  readonly by?: string
}
export interface Decided extends Action {
  readonly by: string
  readonly '01': number
}
export const body = strictObject({
  /** One-time code. */
  code: string(),
})
export const settings = { day: 1, store: 2 }
export interface Part extends Filter {
  /** Of the larger type. */
  readonly till: string
  /** Of the part. */
  readonly part: string
}
`

let folder: string
let describeFields: FieldsDescriber

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'merchant-edge-shapes-'))
  await writeFile(join(folder, 'api.ts'), source)
  describeFields = describerOf(await readFieldShapes([join(folder, 'api.ts')]))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

describe('describerOf', () => {
  it('describes a field by the type that contains it, not by another type with the same field name', () => {
    const ofOrder = describeFields(['id', 'state', 'vnd', 'created', 'version'])
    const ofRefund = describeFields(['id', 'state', 'vnd', 'sums'])

    expect([ofOrder.get('state'), ofOrder.get('vnd')]).toEqual(['Of the order.', 'Price.'])
    expect([ofRefund.get('state'), ofRefund.get('vnd')]).toEqual([
      'Of the refund.',
      'What goes back, in VND.',
    ])
    expect([ofOrder.get('id'), ofOrder.get('created')]).toEqual(['The id of ours.', undefined])
  })

  it('recognizes an object that lacks some fields of its type', () => {
    expect(describeFields(['id', 'state', 'vnd', 'version']).get('state')).toBe('Of the order.')
  })

  it('describes those fields of an object that form a known type', () => {
    const names = ['day', 'store', 'till', 'customer', 'cursor']

    expect(describeFields(names).get('till')).toBe('Of the till.')
  })

  it('keeps the text of a field that is declared again without one', () => {
    expect(describeFields(['by', '01']).get('by')).toBe('Who acts.')
  })

  it('takes the type that is named where several have the same fields', () => {
    expect(describeFields(['by']).get('by')).toBeUndefined()
    expect(describeFields(['by'], 'Closing').get('by')).toBe('Who closes.')
    expect(describeFields(['code'], 'NoType').get('code')).toBe('One-time code.')
  })

  it('reads the fields of a schema that have doc comments', () => {
    expect(describeFields(['code']).get('code')).toBe('One-time code.')
  })

  it('prefers the largest of the types that an object contains', () => {
    const names = ['day', 'store', 'till', 'customer', 'part', 'cursor']

    expect(describeFields(names).get('till')).toBe('Of the larger type.')
    expect(describeFields(names).get('day')).toBe('That is looked for.')
  })

  it('gives no description where no type or several types match', () => {
    for (const names of [['vnd', 'points'], ['vnd'], ['state', 'vnd'], ['state', 'other']]) {
      expect([...describeFields(names)]).toEqual([])
    }
  })
})

it('describes the states and sums of an order by the order, not by a run or a refund', async () => {
  const { paths } = await workersApi()
  const textOf = (path: string) => JSON.stringify(paths[path])
  const ofRun = 'the service file has not arrived yet'
  const ofRefund = 'What of it is back, or presumed to be back.'

  expect(textOf('/orders/{id}')).toContain('Grows with every change of the order.')
  expect(textOf('/reconciliations/{day}')).toContain(ofRun)
  expect(textOf('/orders/{id}')).not.toContain(ofRun)
  // Each of its refunds has the text once, and the order itself another.
  expect(textOf('/orders/{id}').split(ofRefund)).toHaveLength(2)
})
