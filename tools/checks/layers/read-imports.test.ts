import { describe, expect, it } from 'vitest'
import { readImports } from './read-imports.ts'

describe('readImports', () => {
  it.each([
    ['a value', `import { a } from './a.ts'`],
    ['a default and a namespace', `import a, * as b from './a.ts'`],
    ['only the side effect', `import './a.ts'`],
    ['a type', `import type { A } from './a.ts'`],
    ['an inline type', `import { type A } from './a.ts'`],
    ['a re-exported value', `export { a } from './a.ts'`],
    ['all re-exported', `export * from './a.ts'`],
    ['a re-exported type', `export type { A } from './a.ts'`],
    ['a dynamic import', `const a = await import('./a.ts')`],
    ['a dynamic import over lines', 'const a = import(\n  `./a.ts`,\n)'],
    ['the type of a module', `let a: import('./a.ts').A`],
    ['typeof a module', `let a: typeof import('./a.ts')`],
    ['an import with attributes', `import a from './a.ts' with { type: 'json' }`],
  ])('finds %s', (_name, text) => {
    expect(readImports('x.ts', text)).toEqual(['./a.ts'])
  })

  it('ignores text that only looks like an import', () => {
    const text = `
      // import { a } from './comment.ts'
      const text = "import { a } from './text.ts'"
      const template = \`export * from './template.ts'\`
      const computed = import('./' + text)
    `

    expect(readImports('x.ts', text)).toEqual([])
  })

  it('lists each specifier once', () => {
    const text = `import { a } from './a.ts'\nexport type { A } from './a.ts'\nimport('./b.ts')`

    expect(readImports('x.ts', text)).toEqual(['./a.ts', './b.ts'])
  })

  it('throws when the text cannot be parsed', () => {
    expect(() => readImports('x.ts', 'import {')).toThrow(SyntaxError)
  })
})
