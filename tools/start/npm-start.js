// What `npm start` runs: it tells a taken port or folder before anything is installed or built, then starts
// pnpm, which installs what is missing and runs start.ts. Plain JavaScript, as house/taken-place.js is.
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { defaultPortBase, takenPlace } from '../house/taken-place.js'

const tools = fileURLToPath(new URL('..', import.meta.url))

// start.ts refuses what is wrong with the options and with PORT_BASE.
const { values } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: { state: { type: 'string' }, help: { type: 'boolean' } },
})
const { state, help } = values
const portBase = Number(process.env['PORT_BASE'] ?? defaultPortBase)
const isPort = Number.isInteger(portBase) && portBase >= 1024 && portBase < 65_000
const taken =
  help === true || !isPort
    ? undefined
    : await takenPlace({
        portBase,
        stateDirectory:
          typeof state === 'string' ? resolve(state) : join(tools, '../.merchant-edge'),
      })
if (taken === undefined) {
  process.argv.splice(2, 0, 'run', 'app:start')
  await import('../package-manager/pnpm.js')
} else {
  console.error(taken)
  process.exitCode = 1
}
