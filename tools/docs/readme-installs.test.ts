import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'

// Goal: who follows the README of a package in an empty project has everything that its examples import, also with a
// package manager that gives a project only the packages that it names.

const packages = join(import.meta.dirname, '../../packages')
const readmes = globSync('*/README.md', { cwd: packages }).toSorted()

/** The name of a package, without the entry that is imported. */
function packageOf(imported: string): string {
  return imported.split('/', imported.startsWith('@') ? 2 : 1).join('/')
}

it.each(readmes)('%s installs what its examples import', (readme) => {
  const text = readFileSync(join(packages, readme), 'utf8')
  const installed = new Set(
    [...text.matchAll(/^npm install (.*)$/gm)].flatMap(([, names = '']) =>
      names.replace(/#.*/, '').split(/\s+/),
    ),
  )
  const examples = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = '']) => code)
  const imported = examples.flatMap((code) =>
    [...code.matchAll(/ from '([^.'][^']*)'/g)].map(([, name = '']) => packageOf(name)),
  )

  const outside = imported.filter(
    (name) => !name.startsWith('node:') && !builtinModules.includes(name),
  )
  expect(outside.filter((name) => !installed.has(name))).toEqual([])
})

it('looks at the README of every package', () => {
  expect(readmes.length).toBeGreaterThan(9)
})
