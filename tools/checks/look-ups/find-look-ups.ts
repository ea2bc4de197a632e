import type { Checker, Type } from 'typescript/unstable/sync'
import { TypeFlags } from 'typescript/unstable/sync'
import {
  isBinaryExpression,
  isElementAccessExpression,
  isArrowFunction,
  isFunctionDeclaration,
  isFunctionExpression,
  isMethodDeclaration,
  SyntaxKind,
  type Expression,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast'

/** A place where a text chooses the property of an object. */
export interface LookUp {
  /** Number of the line, from 1. */
  readonly line: number
  /** The expression on one line, such as `routes[path]`. */
  readonly code: string
}

interface Candidate {
  readonly node: Node
  readonly object: Expression
  readonly key: Expression
}

function candidateOf(node: Node): Candidate | undefined {
  if (isElementAccessExpression(node)) {
    return { node, object: node.expression, key: node.argumentExpression }
  }
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword) {
    return { node, object: node.right, key: node.left }
  }
  return undefined
}

function candidatesIn(source: SourceFile): readonly Candidate[] {
  const found: Candidate[] = []
  const visit = (node: Node): void => {
    const candidate = candidateOf(node)
    if (candidate !== undefined) found.push(candidate)
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

/** Whether any text may be a value of the type. Literals and unions of them name what they may be. */
function isAnyText(type: Type | undefined): boolean {
  if (type === undefined) return false
  if (type.isUnionType()) return type.getTypes().some(isAnyText)
  if (type.isIntersectionType()) return type.getTypes().every(isAnyText)
  return (type.flags & (TypeFlags.String | TypeFlags.Any | TypeFlags.TemplateLiteral)) !== 0
}

const compact = (node: Node): string => node.getText().replaceAll(/\s+/g, '')

const functions = [
  isArrowFunction,
  isFunctionDeclaration,
  isFunctionExpression,
  isMethodDeclaration,
]

/** The outermost function around a node, in which a guard must stand; the node itself outside of all. */
function scopeOf(node: Node): Node {
  let scope: Node = node
  for (let at: Node | undefined = node.parent; at !== undefined; at = at.parent) {
    if (functions.some((isFunction) => isFunction(at))) scope = at
  }
  return scope
}

/** Whether the code asks, before it looks the key up, if the object has it of its own. */
function isGuarded({ node, object, key }: Candidate, source: SourceFile): boolean {
  const before = source.text.slice(scopeOf(node).getStart(), node.getStart()).replaceAll(/\s+/g, '')
  return before.includes(`Object.hasOwn(${compact(object)},${compact(key)})`)
}

/** Whether the object is made without a prototype where it is declared. */
function isBare({ object }: Candidate, checker: Checker): boolean {
  const declaration = checker.getSymbolAtLocation(object)?.valueDeclaration?.resolve()
  const text = declaration === undefined ? '' : compact(declaration)
  return text.includes('=Object.create(null)') || text.includes('={__proto__:null')
}

/**
 * Finds where a text of any content is looked up in an object by `object[key]` or `key in object`, which
 * also finds what every object inherits, such as `constructor`. Literal keys, unions of them and numbers are no
 * such text; an object without a prototype and a key asked for by `Object.hasOwn` before are no such place.
 */
export function findLookUps(source: SourceFile, checker: Checker): readonly LookUp[] {
  const candidates = candidatesIn(source)
  if (candidates.length === 0) return []
  const types = checker.getTypeAtLocation(candidates.map(({ key }) => key))
  return candidates
    .filter((_, place) => isAnyText(types[place]))
    .filter((candidate) => !isGuarded(candidate, source) && !isBare(candidate, checker))
    .map(({ node }) => ({
      line: source.text.slice(0, node.getStart()).split('\n').length,
      code: node.getText().replaceAll(/\s+/g, ' '),
    }))
}
