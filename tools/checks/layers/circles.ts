/** The imports of each file; targets that are not keys are ignored. */
export type Graph = ReadonlyMap<string, Iterable<string>>

interface Visit {
  readonly index: number
  low: number
  onStack: boolean
}

/**
 * Finds the circles of a graph: for every strongly connected group of nodes the shortest way that
 * starts at its first node in alphabetical order and comes back to it. The first node is repeated
 * at the end.
 *
 * @see https://doi.org/10.1137/0201010 R. Tarjan, Depth-First Search and Linear Graph Algorithms
 */
export function findCircles(graph: Graph): readonly (readonly string[])[] {
  return connectedGroups(graph)
    .filter((group) => group.length > 1 || selfImports(graph, group))
    .map((group) => shortestCircle(graph, group))
    .toSorted((left, right) => left.join().localeCompare(right.join()))
}

function selfImports(graph: Graph, [node = '']: readonly string[]): boolean {
  return [...(graph.get(node) ?? [])].includes(node)
}

/** Groups of nodes that reach each other; a node in no cycle is a group by itself. */
export function connectedGroups(graph: Graph): readonly (readonly string[])[] {
  const visits = new Map<string, Visit>()
  const stack: string[] = []
  const groups: string[][] = []

  function visit(node: string): Visit {
    const own: Visit = { index: visits.size, low: visits.size, onStack: true }
    visits.set(node, own)
    stack.push(node)
    for (const target of graph.get(node) ?? []) {
      if (!graph.has(target)) continue
      const seen = visits.get(target)
      if (seen === undefined) own.low = Math.min(own.low, visit(target).low)
      else if (seen.onStack) own.low = Math.min(own.low, seen.index)
    }
    if (own.low === own.index) groups.push(popGroup(node))
    return own
  }

  function popGroup(root: string): string[] {
    const group = stack.splice(stack.lastIndexOf(root))
    for (const member of group) {
      const seen = visits.get(member)
      if (seen !== undefined) seen.onStack = false
    }
    return group
  }

  for (const node of graph.keys()) if (!visits.has(node)) visit(node)
  return groups
}

function shortestCircle(graph: Graph, group: readonly string[]): readonly string[] {
  const members = new Set(group)
  const [start = ''] = group.toSorted()
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const node of queue) {
    for (const target of graph.get(node) ?? []) {
      if (target === start) return [...wayTo(node, cameFrom), start]
      if (!members.has(target) || cameFrom.has(target)) continue
      cameFrom.set(target, node)
      queue.push(target)
    }
  }
  return [start, start]
}

function wayTo(node: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const way = [node]
  for (let at = cameFrom.get(node); at !== undefined; at = cameFrom.get(at)) way.unshift(at)
  return way
}
