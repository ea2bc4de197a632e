import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Floors } from '../checks/layers/inner-floors.ts'
import { sidewaysDependencies } from '../checks/layers/package-floors.ts'
import { replacePart } from './replace-part.ts'

const marks = {
  start: '<!-- floors: written by tools/write-docs.ts from packages/*/floors.json -->',
  end: '<!-- end of floors -->',
}

const width = 96

/** Names separated by spaces, wrapped into short lines. */
function inLines(names: readonly string[], indent: string): string {
  const lines: string[] = []
  for (const name of names) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + name.length < width - indent.length) {
      lines[lines.length - 1] = `${last}  ${name}`
    } else lines.push(name)
  }
  return lines.join(`\n${indent}`)
}

/**
 * The entries of a floor for a reader: folders with a slash, and one entry for the tables of many
 * folders.
 */
function namesOf(floor: readonly string[]): readonly string[] {
  const tables = floor.filter((name) => name.endsWith('/tables.ts'))
  const others = floor.filter((name) => !tables.includes(name))
  const named = others.map((name) => (name.includes('.') ? name : `${name}/`))
  return tables.length > 3 ? [...named, '<feature>/tables.ts'] : [...named, ...tables]
}

/** The floors of a place, the highest first. */
function listOf(place: string, floors: Floors['floors']): string {
  const lines = floors.map((floor, at) => {
    const number = String(at).padStart(4)
    return `${number}  ${inLines(namesOf(floor), '      ')}`
  })
  return [place, ...lines.toReversed()].join('\n')
}

async function innerFloors(repository: string): Promise<string> {
  const parts: string[] = []
  for (const parent of ['packages', 'workers', 'examples']) {
    for (const name of (await readdir(join(repository, parent))).toSorted()) {
      const folder = `${parent}/${name}`
      const text = await readFile(join(repository, folder, 'floors.json'), 'utf8').catch(() => '')
      if (text === '') continue
      const { floors, folders = {}, exceptions = [] }: Floors = JSON.parse(text)
      const listed = exceptions.map(({ from, to, why }) => `      ${from} -> ${to}: ${why}`)
      parts.push([listOf(`${folder}/src`, floors), ...listed].join('\n'))
      for (const [inner, inside] of Object.entries(folders)) {
        parts.push(listOf(`${folder}/src/${inner}`, inside))
      }
    }
  }
  return parts.join('\n\n')
}

/**
 * docs/ARCHITECTURE.md with its generated part about floors: the sideways dependencies with their
 * reasons, and the floors inside the packages, the highest first.
 */
export async function architectureWithFloors(repository: string): Promise<string> {
  const page = await readFile(join(repository, 'docs/ARCHITECTURE.md'), 'utf8')
  const sideways = sidewaysDependencies.map(({ from, to, why }) => `- \`${from} -> ${to}\`: ${why}`)
  const part = [
    'Packages of one floor do not import one another, except for these:',
    '',
    ...sideways,
    '',
    'A package with more than 40 files has floors too, and so has a large folder inside a package. They are listed from the',
    'highest to the lowest:',
    '',
    '```',
    await innerFloors(repository),
    '```',
  ]
  return replacePart(page, marks, part.join('\n'))
}
