import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import {
  checkRequest,
  databaseOf,
  RestoreError,
  restoreDatabase,
} from './restore/restore-database.ts'

// Restores the order database of an environment (docs/operations.md, "When the database was restored").
const usage = 'usage: node tools/restore-database.ts sandbox|uat|production 2026-09-01T09:30:00Z'
const worker = join(import.meta.dirname, '../workers/orders')
const wranglerScript = join(worker, 'node_modules/wrangler/bin/wrangler.js')

/** Runs wrangler; its messages go to the terminal, its output is returned. */
async function wrangler(args: readonly string[], input = ''): Promise<string> {
  const child = spawn(process.execPath, [wranglerScript, ...args], {
    cwd: worker,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [output, code] = await Promise.all([text(child.stdout), ended])
  if (code === 0) return output
  throw new Error(`wrangler has ended with ${code}:\n${output}`)
}

async function main(): Promise<void> {
  const [environment, moment, ...more] = process.argv.slice(2)
  if (environment === undefined || moment === undefined || more.length > 0) {
    throw new RestoreError(usage)
  }
  const now = Date.now()
  checkRequest({ environment, moment, now })
  const database = databaseOf(environment)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const typed = await terminal.question(
    `Everything since ${moment} is discarded from ${database}. Type its name to go on: `,
  )
  terminal.close()
  if (typed.trim() !== database) throw new RestoreError('Nothing was done.')
  const folder = join(homedir(), 'merchant-restores')
  const list = await restoreDatabase({
    environment,
    moment,
    folder,
    now,
    wrangler,
    wait: (milliseconds) => pause(milliseconds),
    say: (line) => console.log(line),
  })
  console.log(`The database is restored, and money is still paused. Go on in docs/operations.md,
"When the database was restored", with the list ${list}`)
}

main().catch((error: unknown) => {
  const isOurs = error instanceof RestoreError
  console.error(isOurs ? error.message : error)
  if (isOurs && error.cause !== undefined) console.error(error.cause)
  process.exitCode = 1
})
