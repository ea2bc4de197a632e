import { describe, expect, it } from 'vitest'
import { readCommentBlocks, readMarkdownBlocks } from './read-blocks.ts'

const fence = '```'

describe('readMarkdownBlocks', () => {
  it('reads language, code and the line of the first line of code', () => {
    const text = `# Title\n\n${fence}ts\nconst a = 1\nconst b = 2\n${fence}\n\n${fence}\nplain\n${fence}\n`

    expect(readMarkdownBlocks('x.md', text)).toEqual([
      { file: 'x.md', line: 4, language: 'ts', code: 'const a = 1\nconst b = 2', ofExport: false },
      { file: 'x.md', line: 9, language: '', code: 'plain', ofExport: false },
    ])
  })

  it('removes the indentation of a list from the code', () => {
    const text = `1. One\n\n   ${fence}json\n   {\n     "a": 1\n   }\n   ${fence}\n`

    expect(readMarkdownBlocks('x.md', text)[0]?.code).toBe('{\n  "a": 1\n}')
  })
})

describe('readCommentBlocks', () => {
  const comment = `/**
 * Does a thing.
 *
 * ${fence}ts
 * notAnExample()
 * ${fence}
 *
 * @example
 * ${fence}ts
 * import { a } from '@x/a'
 *
 * a({
 *   deep: 1,
 * })
 * ${fence}
 */
`

  it('reads the code after @example, without the asterisks', () => {
    const found = readCommentBlocks('x.ts', `const before = 1\n${comment}export function a() {}\n`)

    expect(found).toEqual([
      {
        file: 'x.ts',
        line: 11,
        language: 'ts',
        code: "import { a } from '@x/a'\n\na({\n  deep: 1,\n})",
        ofExport: true,
      },
    ])
  })

  it('marks an example of a declaration that is not exported', () => {
    expect(readCommentBlocks('x.ts', `${comment}function a() {}`)[0]?.ofExport).toBe(false)
  })

  it('reads nothing from a comment without an example', () => {
    const text = `/** ${fence}ts\n * a()\n * ${fence}\n */\nexport const a = 1\n`

    expect(readCommentBlocks('x.ts', text)).toEqual([])
  })
})
