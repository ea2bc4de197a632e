import { readFile } from 'node:fs/promises'
import {
  parseSync,
  Visitor,
  type ObjectPropertyKind,
  type PropertyKey,
  type TSSignature,
} from 'oxc-parser'
import { sentence } from './field-descriptions.ts'

/**
 * The fields of an object type by name, each with the text of its doc comment; empty without one.
 */
export type FieldShape = ReadonlyMap<string, string>

/** An object type, with the name of its interface if it has one. */
export interface KnownShape {
  readonly name?: string
  readonly fields: FieldShape
}

/**
 * Finds the descriptions of an object's fields, given the names of all its fields, and the name of
 * its type where another type has fields of the same names.
 */
export type FieldsDescriber = (names: readonly string[], type?: string) => FieldShape

interface Interface {
  readonly bases: readonly string[]
  readonly own: FieldShape
}

/** The name of a field, which is quoted where it is no identifier. */
function nameOf(key: PropertyKey): string | undefined {
  if (key.type === 'Identifier') return key.name
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : undefined
}

/**
 * The object types of a source file: interfaces by name, type literals, and the objects of fields
 * of a schema, where at least one field has a doc comment.
 */
function shapesOf(
  file: string,
  source: string,
): { interfaces: ReadonlyMap<string, Interface>; literals: readonly FieldShape[] } {
  const { program, comments } = parseSync(file, source)
  const docEndingAt = new Map(
    comments
      .filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
      .map(({ value, end }) => [end, sentence(value.slice(1))]),
  )
  function shapeOf(members: readonly (TSSignature | ObjectPropertyKind)[]): FieldShape {
    const shape = new Map<string, string>()
    for (const member of members) {
      if (member.type !== 'TSPropertySignature' && member.type !== 'Property') continue
      const name = nameOf(member.key)
      if (name === undefined) continue
      const docEnd = source.slice(0, member.start).trimEnd().length
      shape.set(name, docEndingAt.get(docEnd) ?? '')
    }
    return shape
  }
  const interfaces = new Map<string, Interface>()
  const literals: FieldShape[] = []
  new Visitor({
    TSInterfaceDeclaration({ id, extends: bases, body }) {
      interfaces.set(id.name, {
        bases: bases.flatMap(({ expression }) =>
          expression.type === 'Identifier' ? [expression.name] : [],
        ),
        own: shapeOf(body.body),
      })
    },
    TSTypeLiteral: ({ members }) => void literals.push(shapeOf(members)),
    ObjectExpression({ properties }) {
      const shape = shapeOf(properties)
      if ([...shape.values()].some((text) => text !== '')) literals.push(shape)
    },
  }).visit(program)
  return { interfaces, literals }
}

function inherited(name: string, interfaces: ReadonlyMap<string, Interface>): FieldShape {
  const found = interfaces.get(name)
  if (found === undefined) return new Map()
  const ofBases = new Map(found.bases.flatMap((base) => [...inherited(base, interfaces)]))
  // A field that is declared again without a text keeps that of its base, as in an editor.
  const own = Array.from(found.own, ([field, text]): [string, string] => [
    field,
    text === '' ? (ofBases.get(field) ?? '') : text,
  ])
  return new Map([...ofBases, ...own])
}

/** Reads the object types of source files with the doc comments of their fields. */
export async function readFieldShapes(files: readonly string[]): Promise<readonly KnownShape[]> {
  const read = await Promise.all(
    files.map(async (file) => shapesOf(file, await readFile(file, 'utf8'))),
  )
  const interfaces = new Map(read.flatMap((one) => [...one.interfaces]))
  const named = Array.from(interfaces.keys(), (name) => ({
    name,
    fields: inherited(name, interfaces),
  }))
  return [...named, ...read.flatMap(({ literals }) => literals.map((fields) => ({ fields })))]
}

/**
 * The descriptions that are equal in all shapes with the field; a field with different descriptions
 * is left out.
 */
function agreed(shapes: readonly FieldShape[]): FieldShape {
  const texts = new Map<string, Set<string>>()
  for (const [name, text] of shapes.flatMap((shape) => [...shape])) {
    texts.set(name, (texts.get(name) ?? new Set()).add(text))
  }
  return new Map(
    [...texts].flatMap(([name, [text = '', ...others]]) =>
      others.length === 0 && text !== '' ? [[name, text]] : [],
    ),
  )
}

/**
 * An object with fewer fields must have all fields of a type to be described by it; equal names may
 * be chance.
 */
const namesInCommon = 4

/**
 * Describes an object by the type that is named, else by the smallest type that has all its fields,
 * otherwise by the types whose fields it contains. Other objects get no description, because fields of one name, such as
 * `state`, differ in meaning.
 */
export function describerOf(known: readonly KnownShape[]): FieldsDescriber {
  const shapes = known.map(({ fields }) => fields)
  return (names, type) => {
    const named = known.find(({ name }) => type !== undefined && name === type)
    if (named !== undefined) return named.fields
    const whole = shapes.filter(
      (shape) =>
        names.every((name) => shape.has(name)) &&
        (shape.size === names.length || names.length >= namesInCommon),
    )
    if (whole.length > 0) {
      const least = Math.min(...whole.map(({ size }) => size))
      return agreed(whole.filter(({ size }) => size === least))
    }
    const parts = shapes.filter(
      (shape) =>
        shape.size >= namesInCommon && [...shape.keys()].every((name) => names.includes(name)),
    )
    const sizes = [...new Set(parts.map(({ size }) => size))].toSorted((one, other) => one - other)
    return new Map(
      sizes.flatMap((size) => [...agreed(parts.filter((shape) => shape.size === size))]),
    )
  }
}
