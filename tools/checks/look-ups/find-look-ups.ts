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

/** An expression in which a text is the key of an object. */
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

/** Whether the type allows arbitrary texts, and not only certain literals. */
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

/**
 * The outermost function around a node, which must contain the guard; the node itself outside of
 * functions.
 */
function scopeOf(node: Node): Node {
  let scope: Node = node
  for (let at: Node | undefined = node.parent; at !== undefined; at = at.parent) {
    if (functions.some((isFunction) => isFunction(at))) scope = at
  }
  return scope
}

/** Whether the code checks with `Object.hasOwn` before the look-up. */
function isGuarded({ node, object, key }: Candidate, source: SourceFile): boolean {
  const before = source.text.slice(scopeOf(node).getStart(), node.getStart()).replaceAll(/\s+/g, '')
  return before.includes(`Object.hasOwn(${compact(object)},${compact(key)})`)
}

/** Whether the declaration of the object creates it without a prototype. */
function isBare({ object }: Candidate, checker: Checker): boolean {
  const declaration = checker.getSymbolAtLocation(object)?.valueDeclaration?.resolve()
  const text = declaration === undefined ? '' : compact(declaration)
  return text.includes('=Object.create(null)') || text.includes('={__proto__:null')
}

/**
 * Finds look-ups of arbitrary texts in objects, by `object[key]` or `key in object`, which also
 * find inherited properties such as `constructor`. Not reported are literal keys, unions of them,
 * numbers, objects without a prototype, and keys that `Object.hasOwn` has checked before.
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
