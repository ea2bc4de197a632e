import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { bundleSandbox } from '../bundle-sandbox.ts'

// The published package carries the Worker as one file, so that starting it needs no bundler.

const target = new URL('../../../dist/sandbox-worker.js', import.meta.url).href
await writeFile(fileURLToPath(target), await bundleSandbox())
