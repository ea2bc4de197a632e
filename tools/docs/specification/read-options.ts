import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The options of the gaps in a register, by their numbers; empty where one has none. */
export function optionsIn(register: string): ReadonlyMap<string, string> {
  const options = new Map<string, string>()
  for (const line of register.split('\n')) {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    const [, number = '', , , option = ''] = cells
    // The second table of the register, of what each number covers, has fewer columns.
    if (/^G-\d+$/.test(number) && cells.length === 7) options.set(number, option)
  }
  return options
}

/** The options of the gaps in docs/gaps.md. */
export async function readOptions(repository: string): Promise<ReadonlyMap<string, string>> {
  return optionsIn(await readFile(join(repository, 'docs/gaps.md'), 'utf8'))
}
