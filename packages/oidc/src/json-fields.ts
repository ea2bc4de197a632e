/** A JSON object of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a JSON object; `undefined` when the text is anything else. */
export function parseFields(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** An own property of a document; `undefined` for null and for inherited properties. */
function ownValue(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? (fields[name] ?? undefined) : undefined
}

/**
 * A text field; `undefined` when it is absent or null.
 *
 * @throws TypeError with the name of the field when it is of another type
 */
export function textOf(fields: Fields, name: string): string | undefined {
  const value = ownValue(fields, name)
  if (value === undefined || typeof value === 'string') return value
  throw new TypeError(name)
}

/**
 * A text field that must be there.
 *
 * @throws TypeError with the name of the field
 */
export function requiredTextOf(fields: Fields, name: string): string {
  const value = textOf(fields, name)
  if (value === undefined) throw new TypeError(name)
  return value
}

/**
 * A whole number; `undefined` when it is absent or null.
 *
 * @throws TypeError with the name of the field when it is of another type
 */
export function integerOf(fields: Fields, name: string): number | undefined {
  const value = ownValue(fields, name)
  if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value)))
    return value
  throw new TypeError(name)
}

/**
 * A list of texts; `undefined` when it is absent or null.
 *
 * @throws TypeError with the name of the field when it is anything else
 */
export function textsOf(fields: Fields, name: string): readonly string[] | undefined {
  const value = ownValue(fields, name)
  if (value === undefined) return undefined
  if (!Array.isArray(value)) throw new TypeError(name)
  return value.map((item: unknown) => {
    if (typeof item !== 'string') throw new TypeError(name)
    return item
  })
}

/**
 * A list of objects; `undefined` when it is absent or null.
 *
 * @throws TypeError with the name of the field when it is anything else
 */
export function listOf<Item>(
  fields: Fields,
  name: string,
  read: (item: Fields) => Item,
): readonly Item[] | undefined {
  const value = ownValue(fields, name)
  if (value === undefined) return undefined
  if (!Array.isArray(value) || !value.every(isFields)) throw new TypeError(name)
  return value.map(read)
}
