import { describe, expect, it } from 'vitest'
import { isPacked, relativeLinks } from './document-links.ts'

describe('relativeLinks', () => {
  it('finds links to files, as paths from the root of the repository', () => {
    const text = 'See [a](../a.md#part).\n![b](<img/b.png>) and [c](./c.md "title")\n'

    expect(relativeLinks('docs/guides/x.md', text)).toEqual([
      { target: 'docs/a.md', line: 1 },
      { target: 'docs/guides/img/b.png', line: 2 },
      { target: 'docs/guides/c.md', line: 2 },
    ])
  })

  it('leaves out addresses, anchors of the same document, and code', () => {
    const text =
      '[a](https://a.example/b.md) [b](#b) [c](mailto:c@x.example) `[d](d.md)`\n```\n[e](e.md)\n```\n'

    expect(relativeLinks('x.md', text)).toEqual([])
  })
})

describe('isPacked', () => {
  const files = ['dist', 'migrations/*.sql', '!dist/**/*.test.*']

  it.each(['README.md', 'LICENSE', 'package.json', 'dist/index.js', 'migrations/0001.sql'])(
    'holds %s',
    (path) => {
      expect(isPacked(files, path)).toBe(true)
    },
  )

  it.each(['../../docs/gaps.md', 'src/index.ts', 'dist/a/b.test.js', 'migrations/meta/x.json'])(
    'does not hold %s',
    (path) => {
      expect(isPacked(files, path)).toBe(false)
    },
  )
})
