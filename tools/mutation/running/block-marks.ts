import { parseSync, Visitor, type Program } from 'oxc-parser'
import type { Span } from '../mutants/mutation.ts'

/** A block of a source file, by the number under which its mark reports that it was reached. */
interface Block extends Span {
  readonly kind: 'statements' | 'expression'
}

function blocksOf(program: Program): readonly Block[] {
  const blocks: Block[] = []
  new Visitor({
    BlockStatement: ({ start, end }) => blocks.push({ start, end, kind: 'statements' }),
    ArrowFunctionExpression: ({ body }) => {
      const { start, end } = body
      if (body.type !== 'BlockStatement') blocks.push({ start, end, kind: 'expression' })
    },
  }).visit(program)
  return blocks
}

function markOf(file: string, block: number): string {
  return `${file}#${block}`
}

/** The mark of a file itself, which every test that imports the file reaches. */
const wholeFile = -1

/** The mark of the innermost block around a position of a file. */
export function markAround(file: string, source: string, place: Span): string {
  const { program } = parseSync(file, source)
  let innermost = { block: wholeFile, length: Number.POSITIVE_INFINITY }
  for (const [block, { start, end }] of blocksOf(program).entries()) {
    const isAround = start <= place.start && place.end <= end
    if (isAround && end - start < innermost.length) innermost = { block, length: end - start }
  }
  return markOf(file, innermost.block)
}

/** The text of a file in which every block reports that it was reached. */
export function withMarks(file: string, source: string): string {
  const { program } = parseSync(file, source)
  const insertions: { at: number; text: string }[] = []
  function reach(block: number): string {
    return `(globalThis.reachedMarks ??= new Set()).add(${JSON.stringify(markOf(file, block))})`
  }
  for (const [block, { start, end, kind }] of blocksOf(program).entries()) {
    if (kind === 'statements') {
      insertions.push({ at: start + 1, text: `${reach(block)};` })
    } else {
      insertions.push({ at: start, text: `(${reach(block)}, ` }, { at: end, text: ')' })
    }
  }
  let marked = source
  for (const { at, text } of insertions.toSorted((one, other) => other.at - one.at)) {
    marked = `${marked.slice(0, at)}${text}${marked.slice(at)}`
  }
  return `${reach(wholeFile)};${marked}`
}
