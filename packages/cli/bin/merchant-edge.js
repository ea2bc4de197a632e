#!/usr/bin/env node
import { existsSync } from 'node:fs'

const main = new URL('../bundle/main.js', import.meta.url)

function fail(message, remedy) {
  process.stderr.write(`merchant-edge: ${message}\n${remedy}\n`)
  process.exitCode = 1
}

if (existsSync(main)) {
  await import(main.href).catch((error) => {
    // In the repository the packages are TypeScript, which only a newer Node runs as it is.
    if (error.code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error
    fail(
      `In its repository this command does not run on Node ${process.versions.node}.`,
      'Write npx -y pnpm@12.21.0 exec merchant-edge, which brings the right one.',
    )
  })
} else {
  fail('This command has not been built yet.', 'Run npm run build in the repository first.')
}
