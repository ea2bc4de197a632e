import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ssh2 from 'ssh2'
import { describe, expect, it } from 'vitest'
import { generateSshKeyPair } from './ssh-keys.ts'

const noKeygen = ((): string => {
  try {
    execFileSync('ssh-keygen', ['-?'], { stdio: 'pipe' })
    return ''
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return isMissing ? '(the ssh-keygen command is not installed)' : ''
  }
})()

describe('a generated key pair', () => {
  it('can always be read, although ssh2 writes one in 256 wrongly', () => {
    const unreadable = Array.from({ length: 1_500 }, generateSshKeyPair).filter(
      ({ privateKey }) => ssh2.utils.parseKey(privateKey) instanceof Error,
    )

    expect(unreadable).toEqual([])
  })

  it.skipIf(noKeygen !== '')(`is a pair for ssh-keygen ${noKeygen}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'key-pair-'))
    const { privateKey, publicKey } = generateSshKeyPair()
    writeFileSync(join(folder, 'key'), privateKey, { mode: 0o600 })

    const derived = execFileSync('ssh-keygen', ['-y', '-f', join(folder, 'key')]).toString()

    expect(derived.trim()).toBe(publicKey.trim())
    rmSync(folder, { recursive: true })
  })
})
