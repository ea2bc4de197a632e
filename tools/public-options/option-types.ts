import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, type Class, type Function, type ParamPattern } from 'oxc-parser'

const packages = join(import.meta.dirname, '../../packages')

/** A field of an options object. */
export interface OptionField {
  readonly name: string
  readonly isOptional: boolean
  /** Whether `undefined` may be given. */
  readonly takesUndefined: boolean
  /** Its type as written, without `undefined`. */
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

/** A parameter of an exported function, with its type as written. */
export interface Parameter {
  readonly name: string
  /** Whether it may be left out: it has a question mark, a default or three dots. */
  readonly isOptional: boolean
  /** The type as written; `unknown` for a type parameter of the function. */
  readonly type: string
}

/** An exported function, or the constructor of an exported class, with its parameters. */
export interface ExportedFunction {
  readonly packageName: string
  /** Entry of the package, such as `.` or `./node`. */
  readonly entry: string
  readonly name: string
  /** Calls it as plain JavaScript does: no type is checked. */
  readonly call: (args: readonly unknown[]) => unknown
  readonly parameters: readonly Parameter[]
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
          const written = text.slice(start, end).replaceAll(/\s+/g, ' ')
          const type = written.replace(/ \| undefined$/, '')
          const field = {
            name: member.key.name,
            isOptional: member.optional,
            takesUndefined: type !== written || type === 'unknown',
            type,
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

/** The type parameters of a function that take any type. */
function freeTypesOf(node: Function | Class): ReadonlySet<string> {
  const { params = [] } = node.typeParameters ?? {}
  return new Set(
    params.filter(({ constraint }) => constraint === null).map(({ name }) => name.name),
  )
}

function parameterOf(parameter: ParamPattern, { source, node }: Exported): Parameter {
  const pattern = parameter.type === 'AssignmentPattern' ? parameter.left : parameter
  const type = typeOf(parameter, source)
  return {
    name: pattern.type === 'Identifier' ? pattern.name : '',
    isOptional:
      parameter.type === 'AssignmentPattern' ||
      parameter.type === 'RestElement' ||
      (pattern.type === 'Identifier' && source.text[pattern.start + pattern.name.length] === '?'),
    type: freeTypesOf(node).has(type.replace(/\[\]$/, '')) ? 'unknown' : type,
  }
}

interface FoundExport {
  readonly entry: string
  readonly name: string
  readonly value: unknown
  readonly declared: Exported
}

/** The exported functions and classes of a package that are declared as such. */
async function exportsOf(packageName: string): Promise<readonly FoundExport[]> {
  const manifest: { exports: Record<string, string> } = JSON.parse(
    readFileSync(join(packages, packageName, 'package.json'), 'utf8'),
  )
  const found: FoundExport[] = []
  for (const [entry, path] of Object.entries(manifest.exports)) {
    const file = join(packages, packageName, path)
    const exported: Record<string, unknown> = await import(file)
    for (const [name, value] of Object.entries(exported)) {
      const declared = declarationOf(file, name)
      if (declared !== undefined) found.push({ entry, name, value, declared })
    }
  }
  return found
}

/**
 * Every exported function of a package that takes an object with an optional field, with the fields
 * of that object.
 */
export async function optionsFunctions(packageName: string): Promise<readonly OptionsFunction[]> {
  const interfaces = interfacesOf(packageName)
  const found = await exportsOf(packageName)
  return found.flatMap(({ entry, name, declared }) =>
    parametersOf(declared.node).flatMap((parameter) => {
      const [, type = ''] = /^(\w+)/.exec(typeOf(parameter, declared.source)) ?? []
      const fields = fieldsOf(type, interfaces)
      const isOptions = fields.some(({ isOptional }) => isOptional)
      return isOptions ? [{ packageName, entry, name, fields }] : []
    }),
  )
}

/** Every exported function and class of a package, each once, with its parameters. */
export async function exportedFunctions(packageName: string): Promise<readonly ExportedFunction[]> {
  const seen = new Set<unknown>()
  const found = await exportsOf(packageName)
  return found.flatMap(({ entry, name, value, declared }) => {
    if (typeof value !== 'function' || seen.has(value)) return []
    seen.add(value)
    const isClass = declared.node.type === 'ClassDeclaration'
    return [
      {
        packageName,
        entry,
        name,
        call: (args) =>
          isClass ? Reflect.construct(value, args) : Reflect.apply(value, undefined, args),
        parameters: parametersOf(declared.node).map((one) => parameterOf(one, declared)),
      } satisfies ExportedFunction,
    ]
  })
}
