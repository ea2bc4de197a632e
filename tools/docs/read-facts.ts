import { join } from 'node:path'
import { API, type Checker, type Type } from 'typescript/unstable/sync'
import {
  isBlock,
  isConditionalExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
  type Expression,
  type Node,
  type ObjectLiteralExpression,
} from 'typescript/unstable/ast'

/** Names of variables of the order store that hold facts and name no type. */
const holders: ReadonlySet<string> = new Set([
  'about',
  'data',
  'differing',
  'limit',
  'named',
  'which',
])

/** A fact that the code of the order store writes into its journal or into an alert. */
export interface WrittenFact {
  /** Where, for a person: `src/file.ts:12`. */
  readonly place: string
  readonly name: string
  /** Texts that the code can assign to it; `*` stands for a value that is inserted. */
  readonly texts: readonly string[]
}

function textsOf(value: Expression, checker: Checker): string[] {
  if (isStringLiteral(value) || isNoSubstitutionTemplateLiteral(value)) return [value.text]
  if (isTemplateExpression(value)) {
    return [value.head.text + value.templateSpans.map(({ literal }) => `*${literal.text}`).join('')]
  }
  if (isConditionalExpression(value)) {
    return [...textsOf(value.whenTrue, checker), ...textsOf(value.whenFalse, checker)]
  }
  return literalsOf(checker.getTypeAtLocation(value))
}

function literalsOf(type: Type | undefined): string[] {
  if (type === undefined) return []
  if (type.isUnionType()) return type.getTypes().flatMap(literalsOf)
  return type.isStringLiteralType() ? [type.value] : []
}

/** The type of facts, as TypeScript writes it: `JournalData` of the order store. */
const typeOfFacts = 'Readonly<Record<string, string | number | boolean | null>>'

function isNamed({ name }: { readonly name: Node }, names: ReadonlySet<string>): boolean {
  return isIdentifier(name) && names.has(name.text)
}

/** Whether an object is facts: by its type, or by the name of the variable that holds it. */
function isOfFacts(literal: ObjectLiteralExpression, checker: Checker): boolean {
  const type = checker.getContextualType(literal)
  if (type !== undefined && checker.typeToString(type) === typeOfFacts) return true
  let at: Node = literal.parent
  while (!isVariableDeclaration(at)) {
    if (isObjectLiteralExpression(at)) return isOfFacts(at, checker)
    if (isBlock(at) || at.parent === undefined) return false
    if (isPropertyAssignment(at)) return type === undefined && isNamed(at, new Set(['data']))
    at = at.parent
  }
  return type === undefined && isNamed(at, holders)
}

function objectsIn(source: Node): ObjectLiteralExpression[] {
  const found: ObjectLiteralExpression[] = []
  const visit = (node: Node): void => {
    if (isObjectLiteralExpression(node)) found.push(node)
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

interface NamedTexts {
  readonly name: string
  readonly texts: readonly string[]
}

/** The name and the texts of one property of facts; nothing for a spread. */
function factOf(property: Node, checker: Checker): NamedTexts[] {
  if (isPropertyAssignment(property) && isIdentifier(property.name)) {
    return [{ name: property.name.text, texts: textsOf(property.initializer, checker) }]
  }
  if (!isShorthandPropertyAssignment(property) || !isIdentifier(property.name)) return []
  const texts = literalsOf(checker.getTypeAtLocation(property.name))
  return [{ name: property.name.text, texts }]
}

/** Every fact that the order store writes, from its source and its types. */
export function readFacts(repository: string): readonly WrittenFact[] {
  const folder = join(repository, 'packages/orders')
  const config = join(folder, 'tsconfig.json')
  const api = new API({ cwd: repository })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (project === undefined) throw new Error(`TypeScript does not open ${config}.`)
    const { checker, program, rootFiles } = project
    return rootFiles.flatMap((path) => {
      const source = program.getSourceFile(path)
      if (source === undefined) throw new Error(`TypeScript does not read ${path}.`)
      const place = (node: Node) => {
        const line = source.text.slice(0, node.getStart()).split('\n').length
        return `${path.slice(folder.length + 1)}:${line}`
      }
      return objectsIn(source)
        .filter((literal) => isOfFacts(literal, checker))
        .flatMap(({ properties }): Node[] => [...properties])
        .flatMap((property) =>
          factOf(property, checker).map((fact) => ({ place: place(property), ...fact })),
        )
    })
  } finally {
    api.close()
  }
}
