import type { House } from './house.ts'

/** Numbers that a database gives in the order of its inserts, and what is computed from them. */
const ofInserts: ReadonlySet<string> = new Set(['seq', 'alert_id', 'delivery_id', 'hash'])

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function shown(_name: string, value: unknown): unknown {
  return value instanceof Map || value instanceof Set ? [...value] : value
}

/** What the service and the shop know, as a text. */
export function serviceStateOf(house: House): string {
  const { service, taken, told, falseStatements, conduct, fileSaid, fileNamed } = house
  const facts = Object.entries(service).filter(([, value]) => typeof value !== 'function')
  return JSON.stringify([facts, taken, told, falseStatements, conduct, fileSaid, fileNamed], shown)
}

let tables: readonly string[] | undefined

async function tablesOf(house: House): Promise<readonly string[]> {
  tables ??= (
    await house.rows<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'
       AND name NOT LIKE '\\_cf%' ESCAPE '\\'`,
    )
  ).map(({ name }) => name)
  return tables
}

/**
 * The state of the database, of the service, of the shop and of the clock, as a digest: equal
 * digests mean that everything that follows is equal, up to the order of rows of one table.
 */
export async function worldStateOf(house: House): Promise<string> {
  const names = await tablesOf(house)
  const found = await house.database.batch<Record<string, unknown>>(
    names.map((name) => house.database.prepare(`SELECT * FROM "${name}"`)),
  )
  const lines = found.map(({ results }) =>
    results
      .map((row) =>
        JSON.stringify(
          Object.entries(row).filter(
            ([name, value]) =>
              !ofInserts.has(name) && !(name === 'id' && typeof value === 'number'),
          ),
        ),
      )
      .toSorted(),
  )
  return digestOf(JSON.stringify([lines, serviceStateOf(house), house.now()]))
}

/**
 * What an operation knows: the results of its steps so far, with what it could see without a step
 * when it went on.
 */
export class Knowledge {
  #text = ''
  #digest: Promise<string> | undefined

  /** Notes that a step has ended. */
  note(result: unknown, house: House): void {
    this.#text += `${JSON.stringify(result, shown)} ${house.now()} ${serviceStateOf(house)}\n`
    this.#digest = undefined
  }

  get digest(): Promise<string> {
    this.#digest ??= digestOf(this.#text)
    return this.#digest
  }
}
