import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePorts } from './places/ports.ts'
import { startHouse, type House } from './start-house.ts'

const command = join(import.meta.dirname, '../../packages/cli/src/main.ts')

let house: House

/** Runs `merchant-edge doctor` against the Workers of the house. */
function examine(
  environment: string,
): Promise<{ code: number; report: { checks: unknown; left: unknown } }> {
  const { checkout, ipn } = house.addresses
  const hosts = ['--checkout', checkout, '--ipn', ipn, '--environment', environment]
  return new Promise((resolve) => {
    execFile(process.execPath, [command, 'doctor', '--json', ...hosts], (error, stdout) => {
      const code = typeof error?.code === 'number' ? error.code : 0
      resolve({ code, report: JSON.parse(stdout) })
    })
  })
}

beforeAll(async () => {
  house = await startHouse({ ports: await freePorts() })
})
afterAll(() => house.stop())

it('finds no problem in a house, whose Workers refuse forged and unauthorized requests', async () => {
  const { code, report } = await examine('local')

  expect(report.checks).not.toContainEqual(expect.objectContaining({ status: 'fail' }))
  expect(report.checks).toContainEqual(
    expect.objectContaining({ name: 'forged callback', status: 'ok' }),
  )
  expect(code).toBe(0)
})

it('refuses a house when it is checked as production', async () => {
  const { code, report } = await examine('production')

  expect(code).toBe(1)
  expect(report.checks).toContainEqual({
    name: 'environment',
    status: 'fail',
    message: 'The checkout Worker is of local, and production is meant.',
    remedy: expect.stringContaining('--env production'),
  })
})
