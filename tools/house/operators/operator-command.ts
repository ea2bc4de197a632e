import { commandGroups, runCommandLine } from '@merchant-edge/cli'
import type { House } from '../start-house.ts'

/** What a command has printed, and its exit code. */
export interface Said {
  readonly code: number
  readonly text: string
}

/**
 * Runs `merchant-edge` in this process, and returns everything that it prints.
 *
 * @param environment environment variables; those of the operator of the house if left out
 */
export async function operatorCommand(
  { addresses, secrets }: House,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {
    MERCHANT_EDGE_URL: addresses.checkout,
    MERCHANT_EDGE_TOKEN: secrets.operatorToken,
  },
): Promise<Said> {
  const said: string[] = []
  const terminal = {
    note: (text: string) => void said.push(text),
    readInput: async () => new Uint8Array(),
    paint: (_paint: unknown, text: string) => text,
    environment: { HOME: '/nowhere', ...environment },
    now: Date.now,
    deadline: (milliseconds: number) => AbortSignal.timeout(milliseconds),
  }
  const print = (text: string) => void said.push(text)
  const code = await runCommandLine(
    { groups: commandGroups, version: '0.0.0', terminal, print },
    args,
  )
  return { code, text: said.join('\n') }
}
