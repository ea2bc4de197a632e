import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, type Class, type Function, type ParamPattern } from 'oxc-parser'

const packages = join(import.meta.dirname, '../../packages')

/** A field of an options object, with its type as written. */
export interface OptionField {
  readonly name: string
  readonly isOptional: boolean
  readonly type: string
}

/** An exported function, or the constructor of an exported class, with an options object. */
export interface OptionsFunction {
  readonly packageName: string
  /** Entry of the package, such as `.` or `./node`. */
  readonly entry: string
  readonly name: string
  readonly fields: readonly OptionField[]
}

interface Source {
  readonly text: string
  readonly program: ReturnType<typeof parseSync>['program']
}

const sources = new Map<string, Source>()

function sourceOf(file: string): Source {
  const known = sources.get(file)
  if (known !== undefined) return known
  const text = readFileSync(file, 'utf8')
  const source = { text, program: parseSync(file, text).program }
  sources.set(file, source)
  return source
}

interface Exported {
  readonly source: Source
  readonly node: Function | Class
}

/** The declaration of an exported name, in the file itself or in one that it exports from. */
function declarationOf(file: string, name: string): Exported | undefined {
  const source = sourceOf(file)
  for (const statement of source.program.body) {
    if (statement.type !== 'ExportNamedDeclaration') continue
    const { declaration, specifiers, source: from } = statement
    if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration') {
      if (declaration.id?.name === name) return { source, node: declaration }
    }
    const found = specifiers.find(
      ({ exported }) => exported.type === 'Identifier' && exported.name === name,
    )
    if (found?.local.type === 'Identifier' && from?.value.startsWith('.') === true) {
      return declarationOf(join(dirname(file), from.value), found.local.name)
    }
  }
  return undefined
}

type Members = readonly {
  readonly field: OptionField
}[]

/** The interfaces of a package by name, each with its own fields and the names that it extends. */
function interfacesOf(packageName: string) {
  const found = new Map<string, { readonly bases: readonly string[]; readonly members: Members }>()
  const cwd = join(packages, packageName, 'src')
  for (const file of globSync('**/*.ts', { cwd, exclude: (name) => name.endsWith('.test.ts') })) {
    const { program, text } = sourceOf(join(cwd, file))
    for (const statement of program.body) {
      const one = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      if (one?.type !== 'TSInterfaceDeclaration') continue
      found.set(one.id.name, {
        bases: one.extends.flatMap(({ expression }) =>
          expression.type === 'Identifier' ? [expression.name] : [],
        ),
        members: one.body.body.flatMap((member) => {
          if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') return []
          const { start = 0, end = 0 } = member.typeAnnotation?.typeAnnotation ?? {}
          const field = {
            name: member.key.name,
            isOptional: member.optional,
            type: text.slice(start, end).replaceAll(/\s+/g, ' '),
          }
          return [{ field }]
        }),
      })
    }
  }
  return found
}

function fieldsOf(
  name: string,
  interfaces: ReturnType<typeof interfacesOf>,
): readonly OptionField[] {
  const found = interfaces.get(name)
  if (found === undefined) return []
  return [
    ...found.bases.flatMap((base) => fieldsOf(base, interfaces)),
    ...found.members.map(({ field }) => field),
  ]
}

function parametersOf(node: Function | Class): readonly ParamPattern[] {
  if (node.type === 'FunctionDeclaration') return node.params
  if (node.type !== 'ClassDeclaration') return []
  return node.body.body.flatMap((member) =>
    member.type === 'MethodDefinition' && member.kind === 'constructor' ? member.value.params : [],
  )
}

/** The text of the type of a parameter; that of the left side of a parameter with a default. */
function typeOf(parameter: ParamPattern, { text }: Source): string {
  const pattern = parameter.type === 'AssignmentPattern' ? parameter.left : parameter
  if (!('typeAnnotation' in pattern)) return ''
  const { start = 0, end = 0 } = pattern.typeAnnotation?.typeAnnotation ?? {}
  return text.slice(start, end)
}

/**
 * Every exported function of a package that takes an object with an optional field, with the fields
 * of that object.
 */
export async function optionsFunctions(packageName: string): Promise<readonly OptionsFunction[]> {
  const manifest: { exports: Record<string, string> } = JSON.parse(
    readFileSync(join(packages, packageName, 'package.json'), 'utf8'),
  )
  const interfaces = interfacesOf(packageName)
  const found: OptionsFunction[] = []
  for (const [entry, path] of Object.entries(manifest.exports)) {
    const file = join(packages, packageName, path)
    const exported: Record<string, unknown> = await import(file)
    for (const name of Object.keys(exported)) {
      const declared = declarationOf(file, name)
      if (declared === undefined) continue
      for (const parameter of parametersOf(declared.node)) {
        const [, type = ''] = /^(\w+)/.exec(typeOf(parameter, declared.source)) ?? []
        const fields = fieldsOf(type, interfaces)
        if (fields.some(({ isOptional }) => isOptional)) {
          found.push({ packageName, entry, name, fields })
        }
      }
    }
  }
  return found
}
