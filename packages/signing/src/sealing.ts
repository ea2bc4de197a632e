export { createKeyRing, type KeyRing, type SealingKey } from './sealing/key-ring.ts'
