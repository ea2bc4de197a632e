import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { missingPlatforms } from './missing-platforms.ts'
import { installations, sizeOf } from './published-packages.ts'

// Prints the number of third-party packages that each published package installs, and fails above
// its limit or when the lockfile lacks the binary of a platform.

const repository = join(import.meta.dirname, '../../..')
let isBroken = false

for (const installation of await installations(repository)) {
  const { name, count, limit } = installation
  const size = sizeOf(installation)
  if (size > limit) isBroken = true
  const verdict = size > limit ? 'BROKEN' : 'ok'
  console.log(
    `${verdict.padEnd(6)} ${name.padEnd(18)} ${size} of ${limit} (${count.direct.length} direct, ${count.optional.length} optional)`,
  )
}

for (const missing of missingPlatforms(
  await readFile(join(repository, 'pnpm-lock.yaml'), 'utf8'),
)) {
  isBroken = true
  console.log(
    `BROKEN ${missing} in pnpm-lock.yaml: install without the file and commit the new one`,
  )
}

process.exitCode = isBroken ? 1 : 0
