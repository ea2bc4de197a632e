import { parseSync, Visitor, type Expression } from 'oxc-parser'

const callees = new Set(['test', 'it', 'describe'])

/** The name at the root of a callee: `test` of `test.each(...)` and of `test.skipIf(...)`. */
function rootOf(callee: Expression): string | undefined {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') {
    return callee.object.type === 'Super' ? undefined : rootOf(callee.object)
  }
  if (callee.type === 'CallExpression') {
    return callee.callee.type === 'Super' ? undefined : rootOf(callee.callee)
  }
  return undefined
}

/**
 * The titles of the tests of a file and of their groups, as in the code, with `%s` and the like
 * unfilled.
 *
 * @throws TypeError when the file cannot be parsed
 */
export function readTitles(file: string, code: string): ReadonlySet<string> {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new TypeError(`${file} cannot be parsed: ${errors[0]?.message}`)
  const titles = new Set<string>()
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      const [title] = given
      if (callee.type === 'Super' || !callees.has(rootOf(callee) ?? '')) return
      if (title?.type === 'Literal' && typeof title.value === 'string') titles.add(title.value)
      if (title?.type === 'TemplateLiteral' && title.expressions.length === 0) {
        titles.add(title.quasis[0]?.value.cooked ?? '')
      }
    },
  }).visit(program)
  return titles
}
