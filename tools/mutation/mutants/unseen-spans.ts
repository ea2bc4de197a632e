import { Visitor, type Program } from 'oxc-parser'
import type { Span } from './mutation.ts'

/**
 * The parts of a module in which a change does not change the program: imports, types, texts for
 * people.
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
    Property: ({ key, computed, shorthand }) => {
      if (!computed && !shorthand) skip(key)
    },
    // Where an index is known to be within bounds, only the compiler needs the value after `??`.
    LogicalExpression: ({ operator, left, right }) => {
      const isIndexed = left.type === 'MemberExpression' && left.computed
      if (operator === '??' && isIndexed && right.type === 'Literal') skip(right)
    },
    NewExpression: ({ callee, arguments: parts }) => {
      if (callee.type !== 'Identifier' || !callee.name.endsWith('Error')) return
      for (const part of parts) skip(part)
    },
  }).visit(program)
  return spans
}
