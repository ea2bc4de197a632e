import { setTimeout } from 'node:timers/promises'
import type { ControlClient } from '@merchant-edge/sandbox/control'
import type { Random } from '../fuzz/random.ts'
import type { LoyaltyCall } from './loyalty-call.ts'
import type { ShopCalls } from './shop-calls.ts'

/** The parts of the soak that customers, shop and operators use. */
export interface Stage {
  readonly shop: ShopCalls
  /** The sandbox's control API; its calls fail while the house is down. */
  readonly service: ControlClient
  readonly random: Random
  /** Every loyalty call of this run. */
  readonly loyalty: LoyaltyCall[]
  /** Waits until the house runs, after a kill until it has started again. */
  readonly running: () => Promise<void>
}

/** Wallets of the sandbox whose customers buy and pay. */
export const wallets = ['U-AN', 'U-BINH'] as const

/** The shop's id of the customer with a wallet. */
export function customerOf(walletId: string): string {
  return `SOAK-${walletId}`
}

/** Decides at random. */
export function happens({ random }: Stage, percent: number): boolean {
  return random.below(100) < percent
}

/** What a customer or the service does, repeated while the house is down. */
export async function atService<Result>(
  { running }: Stage,
  act: () => Promise<Result>,
): Promise<Result | undefined> {
  for (let tries = 0; tries < 4; tries += 1) {
    await running()
    try {
      return await act()
    } catch (error) {
      if (error instanceof Error && error.name === 'ControlRefused') return undefined
      await setTimeout(300)
    }
  }
  return undefined
}
