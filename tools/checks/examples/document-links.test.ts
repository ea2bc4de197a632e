import { describe, expect, it } from 'vitest'
import { fragmentsOf, isPacked, namedPaths, relativeLinks } from './document-links.ts'

describe('relativeLinks', () => {
  it('finds links to files, as paths from the root of the repository', () => {
    const text = 'See [a](../a.md#part).\n![b](<img/b.png>) and [c](./c.md "title")\n'

    expect(relativeLinks('docs/guides/x.md', text)).toEqual([
      { target: 'docs/a.md', fragment: 'part', line: 1 },
      { target: 'docs/guides/img/b.png', line: 2 },
      { target: 'docs/guides/c.md', line: 2 },
    ])
  })

  it('finds links within the document', () => {
    expect(relativeLinks('docs/x.md', 'See [below](#what-follows).')).toEqual([
      { target: 'docs/x.md', fragment: 'what-follows', line: 1 },
    ])
  })

  it('leaves out addresses and code', () => {
    const text =
      '[a](https://a.example/b.md#c) [c](mailto:c@x.example) `[d](d.md)`\n```\n[e](e.md)\n```\n'

    expect(relativeLinks('x.md', text)).toEqual([])
  })
})

describe('namedPaths', () => {
  it('finds the paths in backticks, with a wildcard for what stands in angle brackets', () => {
    const text =
      'See `packages/a/src/<feature>/handlers.ts` and\n`docs/x.md`: `tools/a.test.ts: a title`, `src/b.ts`.\n'

    expect(namedPaths(text)).toEqual([
      { pattern: 'packages/a/src/*/handlers.ts', line: 1 },
      { pattern: 'docs/x.md', line: 2 },
      { pattern: 'tools/a.test.ts', line: 2 },
    ])
  })

  it('leaves out what a replaced decision names', () => {
    expect(namedPaths('# 1. A title\n\nReplaced by [2](2.md).\n\nIn `packages/old`.\n')).toEqual([])
  })
})

describe('fragmentsOf', () => {
  it('names the headings as GitHub does', () => {
    const text = [
      '# Deploy to Cloudflare',
      '## 5. Test the deployment',
      '### `npm start`, and what it does',
      '## Đơn hàng',
      '## [Linked](other.md) heading ##',
      'No # heading',
      '```',
      '# a comment',
      '```',
    ].join('\n')

    expect([...fragmentsOf(text)]).toEqual([
      'deploy-to-cloudflare',
      '5-test-the-deployment',
      'npm-start-and-what-it-does',
      'đơn-hàng',
      'linked-heading',
    ])
  })

  it('counts headings of the same name', () => {
    expect([...fragmentsOf('# A\n## A\n## A\n')]).toEqual(['a', 'a-1', 'a-2'])
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
