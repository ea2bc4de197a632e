import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

// Goal: all features work together, from the first order to the reconciliation of the next day.
// Method: `npm run tour`, as a user runs it; each of its steps checks its result.

let child: ChildProcess | undefined

afterAll(() => child?.kill())

function tour(): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const story = spawn('node', [join(import.meta.dirname, '../tools/tour.ts')], {
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [story.stdout, story.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    }
    child = story
    story.once('error', reject)
    story.once('close', (code) => resolve({ code, output }))
  })
}

it('passes every step', { timeout: 600_000 }, async () => {
  const { code, output } = await tour()

  expect(output).not.toContain('BROKEN')
  expect(output).toMatch(/tour: \d{2} steps held\n$/)
  expect(code).toBe(0)
})
