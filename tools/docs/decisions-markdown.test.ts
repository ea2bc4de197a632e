import { describe, expect, it } from 'vitest'
import { decisionIndex, type DecisionFile } from './decisions-markdown.ts'

const one = { file: '0001-one-key.md', text: '# 1. One key\n\nThe plan had two.\n' }
const two = {
  file: '0002-two-files.md',
  text: '# 2. Two files, "read" once\n\nReplaced by [decision 1](0001-one-key.md): they are one.\n',
}
const both = { subject: 'Files', numbers: [2, 1] }

function problemsOf(files: readonly DecisionFile[], numbers: readonly number[]): string {
  try {
    return decisionIndex(files, [{ subject: 'Files', numbers }])
  } catch (error) {
    return String(error).split('\n').slice(1).join('; ')
  }
}

describe('decisionIndex', () => {
  it('lists the decisions of each subject by number, with links and what replaces them', () => {
    const three = { file: '0003-a-page.md', text: '# 3. A page\n\nIt is one.\n' }
    const index = decisionIndex([two, three, one], [both, { subject: 'Pages', numbers: [3] }])

    expect(index.slice(index.indexOf('\n## '))).toBe(`
## Files

| | Decision | Later decisions |
|---:|---|---|
| 1 | [One key](0001-one-key.md) | |
| 2 | [Two files, "read" once](0002-two-files.md) | Replaced: [1](0001-one-key.md) |

## Pages

| | Decision | Later decisions |
|---:|---|---|
| 3 | [A page](0003-a-page.md) | |
`)
  })

  it.each([
    ['', 'The plan had two ([decision 2](0002-two-files.md)).'],
    ['', 'Replaced keys are kept.\n\nSee [decision 2](0002-two-files.md).'],
    [
      ' Replaced: [2](0002-two-files.md)',
      'Replaced: since [decision 2](0002-two-files.md) by two.',
    ],
    [
      ' Partly replaced: [2](0002-two-files.md), [3](0003-a-page.md)',
      'Partly replaced by [decision 2](0002-two-files.md), [3](0003-a-page.md)\nand [2](0002-two-files.md).',
    ],
    [
      ' Extended: [2](0002-two-files.md)',
      'Extended by [decision 2](0002-two-files.md): two.\n\nAn end.',
    ],
  ])('prints%s for a decision from its first paragraph', (fate, paragraph) => {
    const text = `# 1. One key\n\n${paragraph}\n`

    expect(decisionIndex([{ ...one, text }, two], [both])).toContain(
      `| 1 | [One key](0001-one-key.md) |${fate} |\n`,
    )
  })

  it.each([
    ['a decision without a subject', [one, two], [1], '0002-two-files.md has no subject'],
    ['a decision with two subjects', [one, two], [1, 2, 1], 'decision 1 has two subjects'],
    [
      'a number of two files',
      [one, two, { file: '0002-again.md', text: '# 2. Again\n' }],
      [1, 2],
      'two decisions have the number 2',
    ],
    [
      'a number that no file has',
      [one, two],
      [1, 2, 39],
      'a subject names decision 39: no file has it',
    ],
    [
      'a title with another number than the file',
      [one, { ...two, text: '# 3. Two files\n' }],
      [1],
      '0002-two-files.md: the file is named 0001-title.md and begins with "# 1. Title"',
    ],
    [
      'a file with another name',
      [one, { ...two, file: 'two-files.md' }],
      [1],
      'two-files.md: the file is named 0001-title.md and begins with "# 1. Title"',
    ],
  ])('refuses %s', (_, files, numbers, problem) => {
    expect(problemsOf(files, numbers)).toBe(problem)
  })

  it('names all problems at once', () => {
    expect(problemsOf([one, two], [39])).toBe(
      '0001-one-key.md has no subject; 0002-two-files.md has no subject; a subject names decision 39: no file has it',
    )
  })
})
