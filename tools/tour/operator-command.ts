import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { TourHouse } from './tour-house.ts'
import { mustHold } from './tour-log.ts'

const main = join(import.meta.dirname, '../../packages/cli/src/main.ts')

/**
 * Runs `merchant-edge` as the operator of the house in a separate process, and prints the command.
 *
 * @returns the JSON that it printed
 */
export async function operatorCommand(
  { house, log }: TourHouse,
  args: readonly string[],
): Promise<Record<string, unknown>> {
  const shown = args.map((arg) => (arg.includes(' ') ? `'${arg}'` : arg)).join(' ')
  log.wire(`$ merchant-edge ${shown}`)
  const { code, output, notes } = await run([...args, '--json'], {
    MERCHANT_EDGE_URL: house.addresses.checkout,
    MERCHANT_EDGE_TOKEN: house.secrets.operatorToken,
  })
  log.wire(output.replaceAll(/\s+/g, ' '))
  mustHold(code === 0, `it ended with ${code}: ${output} ${notes}`)
  const value: unknown = JSON.parse(output)
  mustHold(typeof value === 'object' && value !== null, `no JSON object: ${output}`)
  return { ...value }
}

function run(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly output: string; readonly notes: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...args], {
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let notes = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (notes += chunk))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output, notes }))
  })
}
