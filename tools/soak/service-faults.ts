import { setTimeout } from 'node:timers/promises'
import { atService, type Stage } from './stage.ts'

const faults = [
  'timeout-after',
  'truncate',
  'html',
  'empty',
  'reset',
  'hang',
  'slow-3',
  '5000001',
  '5000001-after',
  '4010001',
  '4010006',
  '4010006-after',
]
/** Refunds in two halves, failures, and ids that are taken although nothing was returned. */
const faultsOfRefunds = [
  ...faults,
  '2000801',
  '2000802',
  '5000800',
  '5000801-after',
  'taken-html',
  'taken-empty',
]
const faultyEndpoints = [
  'createWebPayment',
  'genTransactionQr',
  'createTransactionOrder',
  'queryOrderV2',
  'createOnlineTransaction',
  'confirmOnlineTransaction',
  'confirmOrder',
  'refundOrder',
  'refundOrder',
  'transferMoney',
  'topUpPoints',
  'queryTopUp',
  'orderGiftCodes',
]

/** Injects faults into the calls of the service until the end. @returns how many */
export async function keepSpoiling(stage: Stage, endsAtMs: number): Promise<number> {
  const { service, random } = stage
  let count = 0
  while (Date.now() < endsAtMs) {
    await setTimeout(200 + random.below(900))
    const endpoint = random.pick(faultyEndpoints)
    const fault = random.pick(endpoint === 'refundOrder' ? faultsOfRefunds : faults)
    const added = await atService(stage, () => service.addFault({ endpoint, fault, times: 1 }))
    if (added !== undefined) count += 1
  }
  return count
}
