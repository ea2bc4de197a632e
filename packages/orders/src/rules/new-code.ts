import { checkOptions } from '@merchant-edge/signing/options'

const waitSeconds = 60

/**
 * From when on another one-time code can be requested for a payment that began at this time; both in
 * seconds since 1970. The checkout asks by the same rule before it calls the order store.
 */
export function newCodeAt(createdAt: number): number {
  checkOptions('newCodeAt', { createdAt }, { createdAt: 'number!' })
  return createdAt + waitSeconds
}
