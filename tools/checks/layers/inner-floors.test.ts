import { describe, expect, it } from 'vitest'
import { checkInnerFloors, type Floors } from './inner-floors.ts'

const floors: Floors['floors'] = [['database'], ['orders', 'refunds', 'index.ts']]

function check(imports: Record<string, string[]>, more: Partial<Floors> = {}): readonly string[] {
  return checkInnerFloors(new Map(Object.entries(imports)), { floors, ...more })
}

const sound = {
  'database/tables.ts': [],
  'orders/open.ts': ['database/tables.ts'],
  'refunds/refund.ts': ['orders/open.ts', 'database/tables.ts'],
  'index.ts': ['orders/open.ts', 'refunds/refund.ts'],
}

describe('checkInnerFloors', () => {
  it('accepts imports of the same floor and of lower ones', () => {
    expect(check(sound)).toEqual([])
  })

  it('refuses an import that goes up', () => {
    const problems = check({ ...sound, 'database/tables.ts': ['orders/open.ts'] })

    expect(problems).toEqual([
      'database/tables.ts (floor 0) imports orders/open.ts (floor 1): imports go down only.',
    ])
  })

  it('refuses a file that belongs to no floor', () => {
    expect(check({ ...sound, 'pages/page.ts': [] })).toEqual(['pages/page.ts belongs to no floor.'])
  })

  it('refuses a file that two floors match with equal precision', () => {
    const problems = check(sound, {
      floors: [['database'], ['orders', 'refunds', 'index.ts'], ['orders']],
    })

    expect(problems).toContain('orders/open.ts belongs to several floors: 1, 2.')
  })

  it('prefers the name of a file to its folder, and a deep folder to the one above', () => {
    const problems = check(
      {
        'orders/states/state.ts': [],
        'orders/row.ts': ['orders/states/state.ts'],
        'orders/open.ts': ['orders/row.ts'],
      },
      { floors: [['orders/states'], ['orders/row.ts'], ['orders']] },
    )

    expect(problems).toEqual([])
  })

  it('takes globs', () => {
    const problems = check(
      { 'orders/store.ts': ['refunds/pages.ts'], 'refunds/pages.ts': [] },
      { floors: [['*/store.ts'], ['*/pages.ts']] },
    )

    expect(problems).toEqual([
      'orders/store.ts (floor 0) imports refunds/pages.ts (floor 1): imports go down only.',
    ])
  })

  it('refuses an entry that names no file', () => {
    const problems = check(sound, { floors: [...floors, ['vouchers']] })

    expect(problems).toEqual(['"vouchers" names no source file.'])
  })

  it('refuses a circle between the folders of one floor, and shows its imports', () => {
    const problems = check({
      ...sound,
      'orders/close.ts': ['refunds/refund.ts'],
    })

    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('orders -> refunds -> orders')
    expect(problems[0]).toContain('orders/close.ts imports refunds/refund.ts')
    expect(problems[0]).toContain('refunds/refund.ts imports orders/open.ts')
  })

  it('accepts a circle between folders inside one entry', () => {
    const problems = check({
      ...sound,
      'orders/close.ts': ['orders/states/state.ts'],
      'orders/states/state.ts': ['orders/open.ts'],
    })

    expect(problems).toEqual([])
  })

  it('allows what an exception names, upward and in a circle of folders', () => {
    const problems = check(
      {
        ...sound,
        'database/tables.ts': ['orders/open.ts'],
        'orders/close.ts': ['refunds/refund.ts'],
      },
      {
        exceptions: [
          { from: 'database/tables.ts', to: 'orders/open.ts', why: 'the type of a column' },
          { from: 'orders', to: 'refunds/refund.ts', why: 'closing gives back' },
        ],
      },
    )

    expect(problems).toEqual([])
  })

  it('refuses an exception that is not needed', () => {
    const problems = check(sound, {
      exceptions: [{ from: 'refunds', to: 'orders', why: 'it goes sideways, which is allowed' }],
    })

    expect(problems).toEqual(['The exception refunds -> orders is not needed.'])
  })

  it('refuses an exception without a reason', () => {
    const problems = check(
      { ...sound, 'database/tables.ts': ['orders/open.ts'] },
      { exceptions: [{ from: 'database', to: 'orders', why: ' ' }] },
    )

    expect(problems).toEqual(['The exception database -> orders gives no reason.'])
  })

  it('checks the floors inside a folder, and its files only', () => {
    const folders = { orders: [['states'], ['*.ts']] }
    const imports = {
      ...sound,
      'orders/states/state.ts': ['database/tables.ts', 'orders/open.ts'],
    }

    expect(check({ ...sound, 'orders/states/state.ts': [] }, { folders })).toEqual([])
    expect(check(imports, { folders })).toEqual([
      'orders: states/state.ts (floor 0) imports open.ts (floor 1): imports go down only.',
    ])
  })

  it('refuses a file of such a folder that belongs to none of its floors', () => {
    const problems = check(sound, { folders: { orders: [['open.ts']], refunds: [['states']] } })

    expect(problems).toEqual([
      'refunds: refund.ts belongs to no floor.',
      'refunds: "states" names no source file.',
    ])
  })
})
