import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { jsonOf, merchantEdgeHere } from '../merchant-edge.ts'

describe('operators add', () => {
  it('makes a token of 32 random bytes, and an entry with its digest only', async () => {
    const ofProgram = ['operators', 'add', '--name', 'job', '--role', 'money', '--program']
    const runs = [
      await merchantEdgeHere([...ofProgram, '--json']),
      await merchantEdgeHere([...ofProgram, '--json']),
    ]

    const [one, other] = runs.map((run) => jsonOf(run))
    expect(runs.map(({ code }) => code)).toEqual([0, 0])
    expect(one?.['token']).toMatch(/^meo_[A-Za-z0-9_-]{43}$/)
    expect(one?.['token']).not.toBe(other?.['token'])
    const token_sha256 = createHash('sha256').update(String(one?.['token'])).digest('hex')
    expect(one?.['entry']).toEqual({
      name: 'job',
      role: 'money',
      holder: 'program',
      token_sha256,
    })
  })

  it('gives the read-only role by default, and shows the entry as JSON', async () => {
    const run = await merchantEdgeHere(['operators', 'add', '--name', 'binh'])

    const line = run.stdout.split('\n').find((text) => text.includes('token_sha256')) ?? ''
    expect(JSON.parse(line)).toEqual({
      name: 'binh',
      role: 'view',
      token_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it.each([
    [['--name', 'two words'], '--name is not the name'],
    [['--name', 'x'.repeat(65)], '--name is not the name'],
    [['--name', 'an', '--role', 'all'], 'Write one of: view, money.'],
    [['--name', 'an', '--role', 'money'], 'People sign in with merchant-edge sign-in'],
    [[], '--name NAME is missing'],
  ])('takes no %j', async (args, problem) => {
    const run = await merchantEdgeHere(['operators', 'add', ...args])

    expect(run.code).toBe(2)
    expect(run.stdout).toBe('')
    expect(run.stderr).toContain(problem)
  })
})
