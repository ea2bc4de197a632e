export { newReference } from './reference.ts'
export { prefixOfReference, shardPrefix, shardsOf, type Shards } from './shard.ts'
