import { Visitor, type Expression, type Node, type Program } from 'oxc-parser'
import type { Span } from './mutation.ts'

/**
 * The checks at the beginning of exported functions. tools/public-options tests them for every
 * package, and the tests of a package alone do not.
 */
const argumentChecks: ReadonlySet<string> = new Set([
  'checkContext',
  'checkArguments',
  'checkOptions',
])

/** Numbers that convert a unit of time when something is multiplied by them. */
const timeUnits: ReadonlySet<unknown> = new Set([60, 1000, 3600, 60_000, 3_600_000])

/** The constant that bounds how often a lost race with another worker is repeated. */
const bound = 'maxRaces'

function isNamed(node: Node | null, name: string): boolean {
  return node?.type === 'Identifier' && node.name === name
}

function calledName(node: Expression): string | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return undefined
  return node.callee.name
}

function isNull(node: Expression): boolean {
  return node.type === 'Literal' && node.value === null && !('regex' in node)
}

/**
 * The parts of a module in which a change does not change what the program does for anybody:
 * imports, types, texts for people, how often a lost race is repeated, and what only other tests
 * than those of the package check.
 */
export function unseenSpans(program: Program): readonly Span[] {
  const spans: Span[] = []
  function skip({ start, end }: Span): void {
    spans.push({ start, end })
  }
  new Visitor({
    ImportDeclaration: skip,
    ExportAllDeclaration: skip,
    TSTypeAnnotation: skip,
    TSTypeAliasDeclaration: skip,
    TSInterfaceDeclaration: skip,
    TSTypeParameterInstantiation: skip,
    TSTypeParameterDeclaration: skip,
    TSAsExpression: ({ typeAnnotation }) => skip(typeAnnotation),
    TSSatisfiesExpression: ({ typeAnnotation }) => skip(typeAnnotation),
    ExportNamedDeclaration: ({ source }) => {
      if (source !== null) skip(source)
    },
    Property: ({ key, value, computed, shorthand }) => {
      if (!computed && !shorthand) skip(key)
      // An absent value is stored as NULL as well; the compiler wants the fallback.
      if (!isNamed(key, 'values') || value.type !== 'ObjectExpression') return
      for (const column of value.properties) {
        if (column.type !== 'Property' || column.value.type !== 'LogicalExpression') continue
        const { operator, right, start, end } = column.value
        if (operator === '??' && isNull(right)) skip({ start, end })
      }
    },
    // Where an index is known to be within bounds, only the compiler needs the value after `??`.
    LogicalExpression: ({ operator, left, right }) => {
      const isIndexed = left.type === 'MemberExpression' && left.computed
      if (operator === '??' && isIndexed && right.type === 'Literal') skip(right)
    },
    ExpressionStatement: ({ expression, start, end }) => {
      if (argumentChecks.has(calledName(expression) ?? '')) skip({ start, end })
    },
    CallExpression: ({ callee, arguments: parts }) => {
      // Only a debugger shows the text of a symbol.
      if (isNamed(callee, 'Symbol')) for (const part of parts) skip(part)
    },
    VariableDeclarator: ({ id, init }) => {
      if (isNamed(id, bound) && init !== null) skip(init)
    },
    BinaryExpression: ({ left, operator, right }) => {
      if (isNamed(right, bound)) skip({ start: left.end, end: right.start })
      const isUnit = right.type === 'Literal' && timeUnits.has(right.value)
      if (operator === '*' && isUnit) skip(right)
    },
    ForStatement: ({ init, test, update }) => {
      const comparison = test?.type === 'LogicalExpression' ? test.left : test
      if (comparison?.type !== 'BinaryExpression' || !isNamed(comparison.right, bound)) return
      for (const part of [init, update]) if (part !== null) skip(part)
    },
    NewExpression: ({ callee, arguments: parts }) => {
      if (callee.type !== 'Identifier' || !callee.name.endsWith('Error')) return
      for (const part of parts) skip(part)
    },
  }).visit(program)
  return spans
}
