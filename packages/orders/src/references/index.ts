export { prefixOfReference, shardPrefix, shardsOf, type Shards } from './shard.ts'
