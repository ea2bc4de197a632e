import type { Gate, Touch } from './gate.ts'

/** How an operation ended; `killed` stands for one that never returned. */
export type End =
  | { readonly is: 'returned'; readonly value: unknown }
  | { readonly is: 'thrown'; readonly error: unknown }
  | { readonly is: 'killed' }

/** One of the concurrent operations. It waits before each of its steps. */
class Actor {
  end: End | undefined
  isKilled = false
  steps = 0
  readonly #waiting: { readonly touch: Touch; readonly go: () => void }[] = []
  #running = 0
  #noticed = () => {}

  readonly gate: Gate = async (touch, step) => {
    await new Promise<void>((resolve) => {
      this.#waiting.push({ touch, go: resolve })
      this.#noticed()
    })
    try {
      return await step()
    } finally {
      this.#running -= 1
      this.#noticed()
    }
  }

  start(work: () => Promise<unknown>): void {
    work().then(
      (value) => this.#finish({ is: 'returned', value }),
      (error: unknown) => this.#finish({ is: 'thrown', error }),
    )
  }

  #finish(end: End): void {
    this.end = end
    this.#noticed()
  }

  /** What its next step touches; undefined when it has no further step. */
  get next(): Touch | undefined {
    return this.isKilled || this.end !== undefined ? undefined : this.#waiting[0]?.touch
  }

  /** Resolves when the operation waits before a step, or has ended. */
  async stop(): Promise<void> {
    while (this.end === undefined && (this.#running > 0 || this.#waiting.length === 0)) {
      await new Promise<void>((resolve) => {
        this.#noticed = resolve
      })
    }
  }

  /** Runs the next step, until the operation waits before the step after it. */
  async step(): Promise<void> {
    const next = this.#waiting.shift()
    if (next === undefined) throw new Error('The operation has no step to do.')
    this.steps += 1
    this.#running += 1
    const isAlone = this.#waiting.length === 0
    next.go()
    await this.stop()
    // Other branches of the operation wait: the one that has moved needs time to reach its next
    // step.
    if (!isAlone) await new Promise((resolve) => setTimeout(resolve, 0))
  }
}

/** What happens next: an operation takes a step, or its process is killed. */
interface Choice {
  readonly actor: number
  readonly isKill: boolean
}

interface Node {
  /** What each operation touches next. */
  readonly touches: readonly (Touch | undefined)[]
  /** The sleep set: operations whose next step was explored before, in an order that is equivalent. */
  readonly asleep: ReadonlySet<number>
  /** Number of preemptions so far. */
  readonly preemptions: number
  readonly choices: readonly Choice[]
  chosen: number
}

/** What tells whether two prefixes lead to the same. */
export interface Watched {
  /** The state of everything but the operations. */
  readonly world: () => Promise<string>
  /** What each operation knows. */
  readonly knowledge: readonly (() => Promise<string>)[]
}

/** A finished interleaving. */
export interface Interleaving {
  /** The operations in the order of their steps, such as `ABBA`; `a` or `b` where a process is killed. */
  readonly order: string
  readonly ends: readonly End[]
}

function commute(one: Touch | undefined, other: Touch | undefined): boolean {
  if (one === 'time' || other === 'time') return false
  if (one === 'service' || other === 'service') return one !== other
  return one === 'read' && other === 'read'
}

function letterOf({ actor, isKill }: Choice): string {
  return (isKill ? 'ab' : 'AB').charAt(actor)
}

/** One run of the operations, each with its own gate. */
export type Run = (
  race: (
    works: readonly ((gate: Gate) => Promise<unknown>)[],
    watched: Watched,
  ) => Promise<Interleaving | undefined>,
) => Promise<void>

/** Options of {@link explore}. */
export interface ExploreOptions {
  /** Whether a process may be killed after any of its steps. */
  readonly kills: boolean
  /** Maximum number of preemptions: switches away from an operation that could continue. */
  readonly preemptions: number
  /** Maximum number of interleavings. */
  readonly max: number
}

/** Result of {@link explore}. */
export interface Explored {
  /** Number of interleavings that were run to their end. */
  readonly count: number
  /** Number of prefixes after which everything is as it was after an earlier one. */
  readonly merged: number
  /** Whether there are more than `max`. */
  readonly isCut: boolean
}

/**
 * Runs two operations again and again, in every order of their steps that can make a difference:
 * depth first, without the orders that only swap two steps next to each other which commute (sleep sets).
 * Without a bound on preemptions, a prefix that leads to a state in which another prefix has led to before
 * is not continued: with equal worlds, and operations that know the same, what follows is the same.
 */
export async function explore(
  run: Run,
  { kills, preemptions, max }: ExploreOptions,
): Promise<Explored> {
  const path: Node[] = []
  /** The sleep sets with which a state was continued. */
  const continued = new Map<string, ReadonlySet<number>[]>()
  let count = 0
  let merged = 0

  /** Whether everything was as it is now before, and no less of it was explored. */
  async function isKnown(
    actors: readonly Actor[],
    { world, knowledge }: Watched,
    node: Pick<Node, 'asleep'> & { readonly last: Choice | undefined },
  ): Promise<boolean> {
    const ended = actors.map(({ isKilled, end }) => `${isKilled} ${end?.is}`)
    const known = await Promise.all(knowledge.map((digest) => digest()))
    const key = [await world(), ...known, ...ended, node.last?.actor, node.last?.isKill].join(' ')
    const before = continued.get(key) ?? []
    if (before.some((asleep) => [...asleep].every((actor) => node.asleep.has(actor)))) return true
    continued.set(key, [...before, node.asleep])
    return false
  }

  function choicesAt(node: Omit<Node, 'choices' | 'chosen'>, last: Choice | undefined): Choice[] {
    const alive = node.touches.flatMap((touch, actor) => (touch === undefined ? [] : [actor]))
    const steps = alive
      .filter((actor) => !node.asleep.has(actor))
      .map((actor) => ({ actor, isKill: false }))
      .filter((choice) => node.preemptions + preemptionsBy(choice, last, node) <= preemptions)
    // A kill commutes with the steps of the other operation, so it directly follows a step of its own.
    const dies = kills && last !== undefined && !last.isKill && alive.length === node.touches.length
    const isItsTurn = dies && node.touches[last.actor] !== undefined
    return isItsTurn ? [...steps, { actor: last.actor, isKill: true }] : steps
  }

  /** 1 if the choice switches away from an operation that could continue, else 0. */
  function preemptionsBy(
    choice: Choice,
    last: Choice | undefined,
    { touches }: Pick<Node, 'touches'>,
  ): number {
    return last !== undefined && last.actor !== choice.actor && touches[last.actor] !== undefined
      ? 1
      : 0
  }

  function asleepAfter(node: Node | undefined): ReadonlySet<number> {
    const choice = node?.choices[node.chosen]
    if (node === undefined || choice === undefined) return new Set()
    if (choice.isKill) return node.asleep
    const earlier = node.choices.slice(0, node.chosen).filter(({ isKill }) => !isKill)
    const candidates = [...node.asleep, ...earlier.map(({ actor }) => actor)]
    return new Set(
      candidates.filter((actor) => commute(node.touches[actor], node.touches[choice.actor])),
    )
  }

  async function race(
    works: readonly ((gate: Gate) => Promise<unknown>)[],
    watched: Watched,
  ): Promise<Interleaving | undefined> {
    const actors = works.map((work) => {
      const actor = new Actor()
      actor.start(() => work(actor.gate))
      return actor
    })
    for (const actor of actors) await actor.stop()
    let order = ''
    for (let depth = 0; ; depth += 1) {
      const touches = actors.map(({ next }) => next)
      if (touches.every((touch) => touch === undefined)) break
      let node = path[depth]
      if (node === undefined) {
        const before = path[depth - 1]
        const last = before?.choices[before.chosen]
        const earlier = path[depth - 2]
        const preempted =
          before === undefined || last === undefined
            ? 0
            : before.preemptions + preemptionsBy(last, earlier?.choices[earlier.chosen], before)
        const known = { touches, asleep: asleepAfter(before), preemptions: preempted }
        const isOver =
          preemptions === Infinity && (await isKnown(actors, watched, { ...known, last }))
        if (isOver) merged += 1
        node = { ...known, choices: isOver ? [] : choicesAt(known, last), chosen: 0 }
        path.push(node)
      } else if (node.touches.join() !== touches.join()) {
        throw new Error(
          `The run ${order} is not repeatable: ${node.touches.join()} became ${touches.join()}.`,
        )
      }
      const choice = node.choices[node.chosen]
      if (choice === undefined) return undefined
      order += letterOf(choice)
      const actor = actors[choice.actor]
      if (actor === undefined) throw new Error('There is no such operation.')
      if (choice.isKill) actor.isKilled = true
      else await actor.step()
    }
    count += 1
    return { order, ends: actors.map(({ end }) => end ?? { is: 'killed' }) }
  }

  for (;;) {
    await run(race)
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      last.chosen += 1
      if (last.chosen < last.choices.length) break
      path.pop()
    }
    if (path.length === 0) return { count, merged, isCut: false }
    if (count >= max) return { count, merged, isCut: true }
  }
}
