import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Makes a directory that is removed after the tests of the file. */
export function scratchDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'merchant-edge-test-'))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
