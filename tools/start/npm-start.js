// Entry point of `npm start`: it reports a wrong option, a port or a folder in use before anything
// is installed or built, then starts pnpm, which installs what is missing and runs start.ts. Plain
// JavaScript, like house/places/taken-place.js.
import { endLeftover } from '../house/places/leftover.js'
import { takenPlace } from '../house/places/taken-place.js'
import { readStartOptions, StartOptionError, usage } from './start-options.js'

async function main() {
  const options = readStartOptions()
  if (options.help) {
    console.log(usage)
    return
  }
  const ended = await endLeftover(options)
  if (ended !== undefined) console.log(ended)
  const taken = await takenPlace(options)
  if (taken !== undefined) {
    console.error(taken)
    process.exitCode = 1
    return
  }
  process.argv.splice(2, 0, 'run', 'app:start')
  await import('../package-manager/pnpm.js')
}

try {
  await main()
} catch (error) {
  if (!(error instanceof StartOptionError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
