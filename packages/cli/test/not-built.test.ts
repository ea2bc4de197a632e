import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { scratchDirectory } from './scratch-directory.ts'

it('says what to do when it was not built', async () => {
  const directory = scratchDirectory()
  cpSync(join(import.meta.dirname, '../bin'), join(directory, 'bin'), { recursive: true })
  cpSync(join(import.meta.dirname, '../package.json'), join(directory, 'package.json'))
  const run = promisify(execFile)(process.execPath, [
    join(directory, 'bin/merchant-edge.js'),
    'sign',
  ])

  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr:
      'merchant-edge: This command has not been built yet.\nRun npm run build in the repository first.\n',
  })
})
