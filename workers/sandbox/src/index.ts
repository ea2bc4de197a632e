export { default } from '@merchant-edge/sandbox/worker'
