import { join } from 'node:path'
import { installations, sizeOf } from './published-packages.ts'

/** Prints the number of third-party packages that each published package installs, and fails above its limit. */
let broken = 0
for (const installation of await installations(join(import.meta.dirname, '../../..'))) {
  const { name, count, limit } = installation
  const size = sizeOf(installation)
  if (size > limit) broken += 1
  const verdict = size > limit ? 'BROKEN' : 'ok'
  console.log(
    `${verdict.padEnd(6)} ${name.padEnd(18)} ${size} of ${limit} (${count.direct.length} direct, ${count.optional.length} optional)`,
  )
}
process.exitCode = broken === 0 ? 0 : 1
