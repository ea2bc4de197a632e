/** A fenced block of a document, or of the `@example` of a doc comment. */
export interface CodeBlock {
  /** The file that contains it, relative to the repository. */
  readonly file: string
  /** Line of its first line of code, from 1. */
  readonly line: number
  /** Language of the block, in lower case: `ts`, `json`, `sh`; empty if none is given. */
  readonly language: string
  readonly code: string
  /** Whether it is the `@example` of an exported declaration. */
  readonly ofExport: boolean
}

const fence = /^(?<indent>\s*)```\s*(?<language>[\w-]*)/

/**
 * The fenced blocks of a Markdown document. A block inside a list loses the indentation of its
 * fence.
 */
export function readMarkdownBlocks(file: string, text: string): readonly CodeBlock[] {
  return fencedBlocks(text.split('\n')).map((block) => ({ ...block, file, ofExport: false }))
}

/** The fenced blocks after every `@example` in the doc comments of a TypeScript module. */
export function readCommentBlocks(file: string, text: string): readonly CodeBlock[] {
  return [...text.matchAll(/^[ \t]*\/\*\*[\s\S]*?\*\//gm)].flatMap((comment) => {
    const [body] = comment
    if (!body.includes('@example')) return []
    const firstLine = text.slice(0, comment.index).split('\n').length
    const lines = body.split('\n').map((line) => line.replace(/^\s*\* ?/, ''))
    const from = lines.findIndex((line) => line.startsWith('@example'))
    const ofExport = /^\s*export\b/.test(text.slice(comment.index + body.length))
    return fencedBlocks(lines.map((line, at) => (at < from ? '' : line))).map((block) => ({
      ...block,
      line: block.line + firstLine - 1,
      file,
      ofExport,
    }))
  })
}

function fencedBlocks(lines: readonly string[]) {
  const blocks: { line: number; language: string; code: string }[] = []
  let open: { line: number; language: string; indent: string; code: string[] } | undefined
  for (const [at, line] of lines.entries()) {
    const found = fence.exec(line)
    if (open === undefined) {
      const { indent = '', language = '' } = found?.groups ?? {}
      if (found) open = { line: at + 2, language: language.toLowerCase(), indent, code: [] }
    } else if (found) {
      blocks.push({ line: open.line, language: open.language, code: open.code.join('\n') })
      open = undefined
    } else {
      open.code.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line)
    }
  }
  return blocks
}
