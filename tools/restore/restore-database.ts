import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { continueVersions } from './seen-versions.ts'

const statements = join(import.meta.dirname, '../../packages/orders/restore')
const dayMs = 24 * 60 * 60_000
/** How far back D1 can restore. */
const reachMs = 30 * dayMs
/** Longer than any work of a Worker that began before the pause, with its calls to the service. */
const callsUnderWayMs = 3 * 60_000

/** The request cannot be carried out, or a step has failed; the message is shown to the user. */
export class RestoreError extends Error {}

/** Which database is restored to which moment, and the outside world of the procedure. */
export interface RestoreOptions {
  /** `sandbox`, `uat` or `production`. */
  readonly environment: string
  /** The latest correct moment, in UTC, such as `2026-09-01T09:30:00Z`. */
  readonly moment: string
  /**
   * Folder for the files from before the restore; each run creates a folder in it, named by the
   * moment.
   */
  readonly folder: string
  /** Milliseconds since 1970. */
  readonly now: number
  /**
   * Runs wrangler in the folder of the orders Worker and returns its output.
   *
   * @throws Error when it fails
   */
  readonly wrangler: (args: readonly string[], input?: string) => Promise<string>
  readonly wait: (milliseconds: number) => Promise<void>
  /** Tells the user what is done. */
  readonly say: (line: string) => void
}

/** The name of the database of an environment. */
export function databaseOf(environment: string): string {
  return `merchant-edge-orders-${environment}`
}

/**
 * Checks environment and moment.
 *
 * @throws RestoreError that says what is wrong
 */
export function checkRequest({
  environment,
  moment,
  now,
}: Pick<RestoreOptions, 'environment' | 'moment' | 'now'>): void {
  if (!['sandbox', 'uat', 'production'].includes(environment)) {
    throw new RestoreError('The environment must be sandbox, uat or production.')
  }
  const atMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(moment) ? Date.parse(moment) : Number.NaN
  if (Number.isNaN(atMs)) {
    throw new RestoreError('The moment must be in UTC, as 2026-09-01T09:30:00Z.')
  }
  if (atMs >= now || atMs <= now - reachMs) {
    throw new RestoreError(
      `The moment must lie in the last 30 days; now it is ${new Date(now).toISOString()}.`,
    )
  }
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

/**
 * Makes a file, unless an earlier run has: a second run must not replace the list by that of an
 * already restored database. An incomplete file has another name, so that no run uses it.
 */
async function makeOnce(
  file: string,
  say: RestoreOptions['say'],
  make: (begun: string) => Promise<void>,
): Promise<void> {
  if (await isThere(file)) {
    say(`   ${file} is there already and is kept.`)
    return
  }
  const begun = `${file}.begun`
  await make(begun)
  await rename(begun, file)
}

/** A numbered step of the procedure. */
interface Step {
  readonly what: string
  readonly run: () => Promise<void>
}

/** Runs the statements of a file on the database: one that asks keeps the answer in another file. */
function statementsOf({ environment, moment, wrangler }: RestoreOptions) {
  const execution = ['d1', 'execute', databaseOf(environment), '--env', environment, '--remote']
  return {
    ask: async (file: string, kept: string): Promise<void> => {
      const text = await readFile(join(statements, file), 'utf8')
      const command = text.replaceAll('MOMENT', moment)
      const found = await wrangler([...execution, '--json', '--command', command])
      await writeFile(kept, found, { mode: 0o600 })
    },
    execute: async (file: string): Promise<void> => {
      await wrangler([...execution, '--file', file])
    },
  }
}

function stepsOf(options: RestoreOptions, target: string): readonly Step[] {
  const { environment, moment, wrangler, wait, say } = options
  const database = databaseOf(environment)
  const remote = ['--env', environment, '--remote'] as const
  const list = join(target, 'moved-since.json')
  const versions = join(target, 'versions-since.json')
  const dump = join(target, 'before-restore.sql')
  const { ask, execute } = statementsOf(options)
  return [
    {
      what: 'Pause all money',
      async run() {
        await wrangler(['secret', 'put', 'MONEY_PAUSED', '--env', environment], 'true\n')
      },
    },
    {
      what: 'Wait three minutes for calls that were under way',
      run: () => wait(callsUnderWayMs),
    },
    {
      what: 'List what the restore discards of money',
      run: () => makeOnce(list, say, (begun) => ask('moved-since.sql', begun)),
    },
    {
      what: 'List the versions that the shop has seen since',
      run: () => makeOnce(versions, say, (begun) => ask('versions-since.sql', begun)),
    },
    {
      what: 'Export the database as it is',
      run: () =>
        makeOnce(dump, say, async (begun) => {
          await wrangler(['d1', 'export', database, ...remote, '--output', begun])
        }),
    },
    {
      what: `Restore the database to ${moment}`,
      async run() {
        const at = ['--env', environment, '--timestamp', moment]
        await wrangler(['d1', 'time-travel', 'restore', database, ...at])
      },
    },
    {
      what: 'Apply the migrations that the moment did not have',
      async run() {
        await wrangler(['d1', 'migrations', 'apply', database, ...remote])
      },
    },
    {
      what: 'Let the versions go on beyond those that the shop has seen',
      async run() {
        const texts = continueVersions(await readFile(versions, 'utf8'))
        if (texts === '') return
        const file = join(target, 'versions.sql')
        await writeFile(file, texts, { mode: 0o600 })
        await execute(file)
      },
    },
    {
      what: 'Tell the order store that it was restored',
      run: () => execute(join(statements, 'after-restore.sql')),
    },
  ]
}

/**
 * Restores the database of an environment to an earlier moment, in the order of docs/operations.md,
 * and stops at the first step that fails; money stays paused then. The same request can be made
 * again: it keeps the list of the first run.
 *
 * @returns the file that lists what was discarded of money
 * @throws RestoreError when the request is wrong or a step has failed
 */
export async function restoreDatabase(options: RestoreOptions): Promise<string> {
  checkRequest(options)
  const { environment, moment, folder, say } = options
  const target = join(folder, `${environment}-${moment.replaceAll(':', '')}`)
  await mkdir(target, { recursive: true, mode: 0o700 })
  const steps = stepsOf(options, target)
  for (const [index, { what, run }] of steps.entries()) {
    say(`${index + 1}/${steps.length} ${what}`)
    try {
      // Each step needs what the one before has done.
      await run()
    } catch (cause) {
      throw new RestoreError(
        `"${what}" has failed; the steps after it were not begun, and money may be paused. Repair the cause, and give the same command again.`,
        { cause },
      )
    }
  }
  return join(target, 'moved-since.json')
}
