import { checkArguments } from '@merchant-edge/signing/options'

const prefixShape = /^[0-9a-f]{4}(?=-)/

/**
 * The four hex digits that select the database (shard) of an order (FNV-1a, folded to 16 bits).
 * References start with them, so that order id and reference lead to the same shard.
 */
export function shardPrefix(orderId: string): string {
  checkArguments('shardPrefix', {}, { orderId })
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(orderId)) {
    hash = Math.imul(hash ^ byte, 0x01000193)
  }
  const folded = ((hash >>> 16) ^ hash) & 0xffff
  return folded.toString(16).padStart(4, '0')
}

/** The shard prefix of a reference, or `undefined` when the reference is not one of ours. */
export function prefixOfReference(reference: string): string | undefined {
  return prefixShape.exec(reference)?.[0]
}

/** Maps prefixes to databases. */
export interface Shards<Database> {
  /** The database of a prefix; the first one for a callback without a reference of ours. */
  shardFor(prefix: string | undefined): Database
  /** All databases, for work that must visit every shard. */
  readonly all: readonly Database[]
}

/**
 * Distributes orders over databases (shards) by their prefix. The orders Worker has one database
 * and does not use this yet (docs/scale.md). The number of databases must not change once orders
 * exist, because it determines the shard of each order.
 */
export function shardsOf<Database>(first: Database, ...others: Database[]): Shards<Database> {
  const all = [first, ...others]
  return {
    all,
    shardFor(prefix) {
      if (prefix === undefined) return first
      return all[Number.parseInt(prefix, 16) % all.length] ?? first
    },
  }
}
