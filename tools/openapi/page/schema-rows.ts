import type { JsonSchema } from '../document/open-api-document.ts'

/** Words of rules in one language; types and values are those of JSON in every language. */
export interface RuleWords {
  readonly or: string
  /** Between `array` and the rule of its entries. */
  readonly of: string
  /** After a number: the unit of the length of a text. */
  readonly characters: string
}

/** A no-break space, between a sign and its number. */
const noBreak = '\u00A0'

/** One field of a schema as a row of a table. */
export interface SchemaRow {
  /** Name, prefixed with the names of the objects that contain it, such as `receipt_info.email`. */
  readonly name: string
  readonly required: boolean
  readonly description: string
  /** Short form of type and limits. */
  readonly rule: string
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value of a rule; a text that does not show where it ends is quoted. */
function word(value: unknown): string {
  if (typeof value === 'string' && /^$|\s/.test(value)) return `"${value}"`
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}

/** A bound of a number, unless it is only the bound of exact JSON integers. */
function bound(sign: '≥' | '≤', value: unknown): string {
  if (typeof value !== 'number' || Math.abs(value) === Number.MAX_SAFE_INTEGER) return ''
  return `${sign}${noBreak}${value}`
}

function lengthBound(sign: '≥' | '≤', value: unknown, characters: string): string {
  const limit = bound(sign, value)
  return limit === '' ? '' : `${limit}${noBreak}${characters.replaceAll(' ', noBreak)}`
}

function limits(schema: JsonSchema, { characters }: RuleWords): string[] {
  const { minLength, maxLength, minimum, maximum, pattern, format } = schema
  const choices = Array.isArray(schema['enum']) ? schema['enum'].map((one) => word(one)) : []
  const isPlain = pattern === '^[\\x21-\\x7e]+$'
  return [
    choices.join(' | '),
    word(schema['const']),
    bound('≥', minimum),
    bound('≤', maximum),
    typeof minLength === 'number' && minLength > 1 ? lengthBound('≥', minLength, characters) : '',
    lengthBound('≤', maxLength, characters),
    word(format),
    isPlain ? '' : word(pattern),
  ]
}

function schemasIn(...lists: readonly unknown[]): JsonSchema[] {
  return lists
    .flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
    .filter((one) => isSchema(one))
}

/** The alternatives of a schema. */
function alternatives({ anyOf, oneOf }: JsonSchema): JsonSchema[] {
  return schemasIn(anyOf, oneOf)
}

/** The object with the fields of all objects of an intersection. */
function united({ allOf }: JsonSchema): JsonSchema[] {
  const parts = schemasIn(allOf).flatMap((one) => objectsIn(one))
  if (parts.length === 0) return []
  const properties = Object.assign({}, ...parts.map((one) => propertiesOf(one)))
  const required = parts.flatMap((one) =>
    Object.keys(propertiesOf(one)).filter((name) => requires(one, name)),
  )
  return [{ properties, required }]
}

/** Short form of the type and the limits of a schema, in the words of a language. */
export function ruleOf(schema: JsonSchema, words: RuleWords): string {
  const inner = alternatives(schema)
  if (inner.length > 0) {
    return [...new Set(inner.map((one) => ruleOf(one, words)))].join(` ${words.or} `)
  }
  const { items } = schema
  const type = typeof schema['type'] === 'string' ? schema['type'] : ''
  const list = isSchema(items) ? [`${words.of} ${ruleOf(items, words)}`] : []
  return [[type, ...list].join(' '), ...limits(schema, words)]
    .filter((text) => text !== '')
    .join(', ')
}

/** Every object that a schema allows, itself, in its list or as an alternative. */
function objectsIn(schema: JsonSchema): JsonSchema[] {
  if (isSchema(schema['properties'])) return [schema]
  const inner = [schema['items'], ...alternatives(schema)].filter((one) => isSchema(one))
  return [...inner.flatMap((one) => objectsIn(one)), ...united(schema)]
}

/** The schema of the values of a record. */
function valuesOf({ additionalProperties }: JsonSchema): JsonSchema {
  return isSchema(additionalProperties) ? additionalProperties : {}
}

function propertiesOf({ properties }: JsonSchema): JsonSchema {
  return isSchema(properties) ? properties : {}
}

function requires({ required }: JsonSchema, name: string): boolean {
  return Array.isArray(required) && required.includes(name)
}

/** One schema for a field that several objects have. */
function joined(schemas: readonly JsonSchema[]): JsonSchema {
  const [first = {}, ...others] = schemas
  if (others.length === 0) return first
  const description = schemas.map((one) => one['description']).find(Boolean)
  return { anyOf: schemas, ...(description !== undefined && { description }) }
}

/**
 * Every field of a schema; fields of inner objects and lists are prefixed with the name of their
 * parent, and those of the values of an object whose names are free with `*`. Where one of several
 * objects is allowed, the fields of all of them are rows, and a field is required if each object
 * requires it.
 */
export function schemaRows(schema: JsonSchema, words: RuleWords, prefix = ''): SchemaRow[] {
  const objects = objectsIn(schema)
  const names = new Set(objects.flatMap((one) => Object.keys(propertiesOf(one))))
  return [...names].flatMap((name) => {
    const property = joined(
      objects.map((one) => propertiesOf(one)[name]).filter((one) => isSchema(one)),
    )
    const path = `${prefix}${name}`
    const { description } = property
    return [
      {
        name: path,
        required: objects.every((one) => requires(one, name)),
        description: typeof description === 'string' ? description : '',
        rule: ruleOf(property, words),
      },
      ...schemaRows(property, words, `${path}.`),
      ...schemaRows(valuesOf(property), words, `${path}.*.`),
    ]
  })
}
