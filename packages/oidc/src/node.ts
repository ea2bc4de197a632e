export {
  listenOnLoopback,
  type LoopbackListener,
  type LoopbackOptions,
} from './node/loopback-listener.ts'
export { nodeListener, type NodeListenerOptions, type WebHandler } from './node/node-listener.ts'
