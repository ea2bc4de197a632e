import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

// Goal: the whole story holds, from the first order to the reconciliation of the day after.
// Method: `npm run tour` as a person runs it; every step of it checks what it shows.

function tour(): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('node', [join(import.meta.dirname, '../tools/tour.ts')], {
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 170_000,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    }
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

it('holds at every step', { timeout: 180_000 }, async () => {
  const { code, output } = await tour()

  expect(output).not.toContain('BROKEN')
  expect(output).toMatch(/tour: \d{2} steps held\n$/)
  expect(code).toBe(0)
})
