import { matchesGlob } from 'node:path'
import { connectedGroups, findCircles, type Graph } from './circles.ts'

/**
 * An import that the floors of a package allow although it goes up, or closes a circle of folders.
 */
export interface FloorException {
  /** File, folder or glob that imports, relative to the sources of the package. */
  readonly from: string
  /** File, folder or glob that is imported. */
  readonly to: string
  readonly why: string
}

/** The content of `floors.json` of a package. */
export interface Floors {
  /**
   * Floors from the lowest to the highest; each is a list of files, folders and globs relative to
   * `src/`.
   */
  readonly floors: readonly (readonly string[])[]
  /**
   * The floors inside a large folder, by the path of the folder; their entries are relative to it.
   * For the floors of the package the folder stays one entry.
   */
  readonly folders?: Readonly<Record<string, readonly (readonly string[])[]>>
  readonly exceptions?: readonly FloorException[]
}

interface Place {
  /** Counted from the lowest floor, which is 0. */
  readonly floor: number
  /**
   * A unit that must not be part of a cycle on its floor: a folder that the floor names, or a file.
   */
  readonly unit: string
}

interface Edge {
  readonly from: string
  readonly to: string
}

/**
 * Whether an entry of a floor or an exception matches a file: by its name, its folder, or a glob.
 */
export function isNamedBy(entry: string, file: string): boolean {
  return file === entry || file.startsWith(`${entry}/`) || matchesGlob(file, entry)
}

/**
 * The precision of a match: a file name is more precise than a folder, and a deep folder than the
 * one above it.
 */
function exactness(entry: string, file: string): number {
  if (entry === file) return Number.POSITIVE_INFINITY
  const plain = entry.split('/').findIndex((part) => part.includes('*'))
  return plain === -1 ? entry.split('/').length : plain + 0.5
}

function placesOf(file: string, { floors }: Floors): readonly Place[] {
  const named = floors.flatMap((entries, floor) =>
    entries
      .filter((entry) => isNamedBy(entry, file))
      .map((entry) => ({ floor, entry, exact: exactness(entry, file) })),
  )
  const most = Math.max(...named.map(({ exact }) => exact))
  return named
    .filter(({ exact }) => exact === most)
    .map(({ floor, entry }) => ({ floor, unit: unitOf(entry, file) }))
}

function unitOf(entry: string, file: string): string {
  if (!entry.includes('*')) return entry
  return file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : file
}

/**
 * Checks the imports between the files of one package against its floors: a file may import from
 * its own floor and from lower ones, and the folders of one floor form no circle.
 *
 * @param imports every file of the package with the files of the package that it imports, relative
 *   to `src/`
 * @returns one sentence for every fault; none when the floors hold
 */
export function checkInnerFloors(imports: Graph, floors: Floors): readonly string[] {
  const problems: string[] = []
  const places = new Map<string, Place>()
  for (const file of imports.keys()) {
    const found = placesOf(file, floors)
    const numbers = new Set(found.map(({ floor }) => floor))
    const [place] = found
    if (place === undefined) problems.push(`${file} belongs to no floor.`)
    else if (numbers.size > 1) {
      problems.push(`${file} belongs to several floors: ${[...numbers].join(', ')}.`)
    } else places.set(file, place)
  }
  problems.push(...emptyEntries(imports, floors))

  const used = new Set<FloorException>()
  const allows = (edge: Edge): boolean => {
    const found = (floors.exceptions ?? []).filter(
      ({ from, to }) => isNamedBy(from, edge.from) && isNamedBy(to, edge.to),
    )
    for (const exception of found) used.add(exception)
    return found.length > 0
  }
  problems.push(
    ...upwardImports(imports, places, allows),
    ...folderCircles(imports, places, allows),
  )
  for (const exception of floors.exceptions ?? []) {
    const name = `The exception ${exception.from} -> ${exception.to}`
    if (!used.has(exception)) problems.push(`${name} is not needed.`)
    if (exception.why.trim() === '') problems.push(`${name} gives no reason.`)
  }
  for (const [folder, inside] of Object.entries(floors.folders ?? {})) {
    const found = checkInnerFloors(importsInside(imports, `${folder}/`), { floors: inside })
    problems.push(...found.map((problem) => `${folder}: ${problem}`))
  }
  return problems
}

/** The imports between the files of one folder, relative to the folder. */
function importsInside(imports: Graph, prefix: string): Graph {
  const files = [...imports].filter(([file]) => file.startsWith(prefix))
  return new Map(
    files.map(([file, targets]) => [
      file.slice(prefix.length),
      [...targets].filter((to) => to.startsWith(prefix)).map((to) => to.slice(prefix.length)),
    ]),
  )
}

function emptyEntries(imports: Graph, { floors }: Floors): readonly string[] {
  const files = [...imports.keys()]
  return floors
    .flat()
    .filter((entry) => !files.some((file) => isNamedBy(entry, file)))
    .map((entry) => `"${entry}" names no source file.`)
}

function edgesBetween(imports: Graph, places: ReadonlyMap<string, Place>) {
  return [...imports].flatMap(([from, targets]) =>
    [...targets].flatMap((to) => {
      const above = places.get(from)
      const below = places.get(to)
      return above === undefined || below === undefined ? [] : [{ from, to, above, below }]
    }),
  )
}

function upwardImports(
  imports: Graph,
  places: ReadonlyMap<string, Place>,
  allows: (edge: Edge) => boolean,
): readonly string[] {
  return edgesBetween(imports, places)
    .filter(({ above, below }) => below.floor > above.floor)
    .filter((edge) => !allows(edge))
    .map(
      ({ from, to, above, below }) =>
        `${from} (floor ${above.floor}) imports ${to} (floor ${below.floor}): imports go down only.`,
    )
}

function folderCircles(
  imports: Graph,
  places: ReadonlyMap<string, Place>,
  allows: (edge: Edge) => boolean,
): readonly string[] {
  const sideways = edgesBetween(imports, places).filter(
    ({ above, below }) => above.floor === below.floor && above.unit !== below.unit,
  )
  const groupOf = new Map(
    connectedGroups(graphOf(sideways)).flatMap((group) => group.map((unit) => [unit, group])),
  )
  const remaining = sideways.filter((edge) => {
    const inCircle = groupOf.get(edge.above.unit) === groupOf.get(edge.below.unit)
    return !(inCircle && allows(edge))
  })
  return findCircles(graphOf(remaining)).map((circle) => {
    const witnesses = circle.slice(1).map((unit, at) => {
      const edge = remaining.find(
        ({ above, below }) => above.unit === circle[at] && below.unit === unit,
      )
      return `\n    ${edge?.from ?? ''} imports ${edge?.to ?? ''}`
    })
    return `Folders of one floor form a circle: ${circle.join(' -> ')}${witnesses.join('')}`
  })
}

function graphOf(edges: readonly { above: Place; below: Place }[]): Graph {
  const graph = new Map<string, Set<string>>()
  for (const { above, below } of edges) {
    graph.set(above.unit, (graph.get(above.unit) ?? new Set()).add(below.unit))
    if (!graph.has(below.unit)) graph.set(below.unit, new Set())
  }
  return graph
}
