import { access, constants } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { packagedChromium } from './packaged-chromium.ts'

it('is unpacked inside the clone, where no other user of the machine can put a program', async () => {
  const program = await packagedChromium()

  expect(relative(join(import.meta.dirname, '../..'), program)).toMatch(
    /^node_modules\/\.cache\/merchant-edge\/chromium-[\d.]+\/chromium$/,
  )
  await access(program, constants.X_OK)
})
