import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jsonOf } from '../merchant-edge.ts'
import { scratchDirectory } from '../scratch-directory.ts'
import { scriptedCheckout } from '../scripted-checkout.ts'

const checkout = scriptedCheckout()
const directory = scratchDirectory()

const csv = { 'content-type': 'text/csv; charset=utf-8; header=present' }

const exported = (path: string, ...more: readonly string[]) =>
  checkout.run('orders', 'export', '--out', path, '--json', ...more)

describe('orders export', () => {
  it('keeps nothing of a page of a proxy', async () => {
    await checkout.answers({ headers: { 'content-type': 'text/html' }, text: '<h1>Sign in</h1>' })
    const folder = mkdtempSync(join(directory, 'export-'))

    const outcome = await exported(join(folder, 'orders.csv'))

    expect(outcome.code).toBe(1)
    expect(jsonOf(outcome)).toMatchObject({ error: { reason: 'unexpected_answer' } })
    expect(readdirSync(folder)).toEqual([])
  })

  it('writes the file', async () => {
    await checkout.answers({ headers: csv, text: 'id\r\nO1\r\n' })
    const path = join(mkdtempSync(join(directory, 'export-')), 'orders.csv')

    const outcome = await exported(path, '--day', '2026-09-01')

    expect(jsonOf(outcome)).toEqual({ path, bytes: 8 })
    expect(readFileSync(path, 'utf8')).toBe('id\r\nO1\r\n')
    expect(checkout.asked[0]?.url).toBe('/operator/orders.csv?day=2026-09-01')
  })

  it('removes a file that was not received completely', async () => {
    await checkout.answers({ headers: { ...csv, 'content-length': '100' }, text: 'id\r\n' })
    const folder = mkdtempSync(join(directory, 'export-'))

    const outcome = await exported(join(folder, 'orders.csv'))

    expect(outcome.code).toBe(1)
    expect(jsonOf(outcome)).toMatchObject({ error: { reason: 'broke_off' } })
    expect(readdirSync(folder)).toEqual([])
  })
})

it('orders export reports that a folder is not a file, and not that the transfer broke off', async () => {
  await checkout.answers({ headers: csv, text: 'id\r\n' })
  const folder = mkdtempSync(join(directory, 'export-'))

  const outcome = await exported(folder)

  expect(outcome.code).toBe(1)
  expect(jsonOf(outcome)).toMatchObject({
    error: { reason: 'file_unwritable', message: expect.stringContaining(folder) },
  })
})
