import { endpoints } from '@merchant-edge/contract'
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { jsonOf, merchantEdgeHere } from './merchant-edge.ts'

async function script(shell: string): Promise<string> {
  return (await merchantEdgeHere(['completion', shell])).stdout
}

/** What bash offers for the last of the words that a person has typed. */
async function offered(...typed: string[]): Promise<string[]> {
  const words = ['merchant-edge', ...typed].map((word) => `'${word}'`).join(' ')
  const lines = [
    await script('bash'),
    `COMP_WORDS=(${words})`,
    `COMP_CWORD=${typed.length}`,
    '_merchant_edge',
    'printf "%s\\n" "${COMPREPLY[@]}"',
  ]
  const { stdout } = spawnSync('bash', ['-c', lines.join('\n')], { encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line !== '')
}

const hasShell = (name: string) => spawnSync(name, ['-c', 'exit 0']).status === 0

describe.runIf(hasShell('bash'))('completion bash', () => {
  it('offers every endpoint after call', async () => {
    expect(await offered('call', '')).toEqual(expect.arrayContaining(Object.keys(endpoints)))
  })

  it.each([
    [['ke'], ['keys']],
    [
      ['keys', ''],
      ['generate', 'inspect'],
    ],
    [['call', 'refund'], ['refundOrder']],
    [['call', 'refundOrder', '--ex'], ['--example']],
    [['files', 'watch', '--rep'], ['--replace']],
    [['completion', 'z'], ['zsh']],
    [['--v'], ['--version']],
    [['nonsense', ''], []],
  ])('completes %j', async (typed, words) => {
    expect(await offered(...typed)).toEqual(words)
  })
})

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish'])('is written for %s, and for programs too', async (shell) => {
    const run = await merchantEdgeHere(['completion', shell, '--json'])

    expect(jsonOf(run)).toEqual({ shell, script: expect.stringContaining('transferMoney') })
  })

  it.each(['bash', 'zsh', 'fish'].filter((shell) => hasShell(shell)))(
    'has a script that %s accepts',
    async (shell) => {
      const check = spawnSync(shell, ['-n', '-c', await script(shell)], { encoding: 'utf8' })

      expect(check.stderr).toBe('')
      expect(check.status).toBe(0)
    },
  )

  it('says which shells there are', async () => {
    const run = await merchantEdgeHere(['completion', 'tcsh'])

    expect(run.code).toBe(2)
    expect(run.stderr).toContain('Shells: bash, zsh, fish.')
  })
})
