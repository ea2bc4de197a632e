import { readFile } from 'node:fs/promises'
import { parseSync, Visitor, type TSSignature } from 'oxc-parser'
import { sentence } from './field-descriptions.ts'

/** What the fields of an object are called, each with what its doc comment says; empty without one. */
export type FieldShape = ReadonlyMap<string, string>

/** What to say about the fields of an object, by all of their names. */
export type FieldsDescriber = (names: readonly string[]) => FieldShape

interface Interface {
  readonly bases: readonly string[]
  readonly own: FieldShape
}

/** The shapes of object types in a source file: its interfaces by their names, and those without a name. */
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
  function shapeOf(members: readonly TSSignature[]): FieldShape {
    const shape = new Map<string, string>()
    for (const member of members) {
      if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') continue
      const docEnd = source.slice(0, member.start).trimEnd().length
      shape.set(member.key.name, docEndingAt.get(docEnd) ?? '')
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
  }).visit(program)
  return { interfaces, literals }
}

function inherited(name: string, interfaces: ReadonlyMap<string, Interface>): FieldShape {
  const found = interfaces.get(name)
  if (found === undefined) return new Map()
  return new Map([...found.bases.flatMap((base) => [...inherited(base, interfaces)]), ...found.own])
}

/** Reads the object types of source files with what their doc comments say about each field. */
export async function readFieldShapes(files: readonly string[]): Promise<readonly FieldShape[]> {
  const read = await Promise.all(
    files.map(async (file) => shapesOf(file, await readFile(file, 'utf8'))),
  )
  const interfaces = new Map(read.flatMap((one) => [...one.interfaces]))
  const named = Array.from(interfaces.keys(), (name) => inherited(name, interfaces))
  return [...named, ...read.flatMap(({ literals }) => literals)]
}

/** What all shapes that describe a field say about it alike; a field of which they differ is left out. */
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

/** So many names in common are no chance: an object of fewer must be the whole of a type to be described by it. */
const namesInCommon = 4

/**
 * Describes an object by the smallest type that has its fields, else by the types that it is put together from. Nothing is
 * said of other objects: what is true of the `state` of one thing is not of another's.
 */
export function describerOf(shapes: readonly FieldShape[]): FieldsDescriber {
  return (names) => {
    const whole = shapes.filter(
      (shape) =>
        names.every((name) => shape.has(name)) &&
        (shape.size === names.length || names.length >= namesInCommon),
    )
    if (whole.length > 0) {
      const least = Math.min(...whole.map(({ size }) => size))
      return agreed(whole.filter(({ size }) => size === least))
    }
    return agreed(
      shapes.filter(
        (shape) =>
          shape.size >= namesInCommon && [...shape.keys()].every((name) => names.includes(name)),
      ),
    )
  }
}
