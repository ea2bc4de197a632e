import type { OrdersContext } from '../../src/index.ts'
import type { PaymentPort } from '../../src/service/payment-port.ts'

/** What a step of an operation touches; it decides which neighbouring steps commute. */
export type Touch = 'read' | 'write' | 'service' | 'time'

/** Waits for its turn, and then does one step. */
export type Gate = <Result>(touch: Touch, step: () => Promise<Result>) => Promise<Result>

interface Bound {
  readonly statement: D1PreparedStatement
  readonly touch: Touch
}

const bounds = new WeakMap<D1PreparedStatement, Bound>()

function touchOf(query: string): Touch {
  return /^\s*(select|with)\b/i.test(query) ? 'read' : 'write'
}

function gatedStatement(bound: Bound, gate: Gate): D1PreparedStatement {
  const { statement, touch } = bound
  const proxy = new Proxy(statement, {
    get(target, name) {
      if (name === 'bind') {
        return (...values: unknown[]) =>
          gatedStatement({ statement: target.bind(...values), touch }, gate)
      }
      if (name === 'run') return () => gate(touch, () => target.run())
      if (name === 'all') return () => gate(touch, () => target.all())
      if (name === 'raw') return () => gate(touch, () => target.raw())
      throw new Error(`Nothing should use ${String(name)} of a statement.`)
    },
  })
  bounds.set(proxy, bound)
  return proxy
}

function gatedDatabase(database: D1Database, gate: Gate): D1Database {
  function over(opened: Pick<D1Database, 'prepare' | 'batch'>) {
    return {
      prepare: (query: string) =>
        gatedStatement({ statement: opened.prepare(query), touch: touchOf(query) }, gate),
      batch: (batch: D1PreparedStatement[]) => {
        const inner = batch.map((one) => bounds.get(one) ?? { statement: one, touch: 'write' })
        const isRead = inner.every(({ touch }) => touch === 'read')
        return gate(isRead ? 'read' : 'write', () =>
          opened.batch(inner.map(({ statement }) => statement)),
        )
      },
    }
  }
  return new Proxy(database, {
    get(target, name) {
      if (name === 'withSession') {
        return (constraint: D1SessionConstraint) => over(target.withSession(constraint))
      }
      return Reflect.get(over(target), name)
    },
  })
}

function gatedPort(port: PaymentPort, gate: Gate): PaymentPort {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...values: readonly unknown[]) =>
        gate('service', async (): Promise<unknown> => Reflect.apply(member, target, values))
    },
  })
}

/** A context in which each batch of the database, each statement alone and each call to the service is a step. */
export function gatedContext(context: OrdersContext, gate: Gate): OrdersContext {
  return {
    ...context,
    database: gatedDatabase(context.database, gate),
    port: gatedPort(context.port, gate),
  }
}
