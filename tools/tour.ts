import { freePorts } from './house/ports.ts'
import { startHouse } from './house/start-house.ts'
import { forgedCallbackStory } from './tour/forged-callback-story.ts'
import { foundByPolling, loseCallback } from './tour/lost-callback-story.ts'
import { linkedWalletStory } from './tour/linked-wallet-story.ts'
import { loyaltyStory } from './tour/loyalty-story.ts'
import { startMerchantBackend } from './tour/merchant-backend.ts'
import { paymentStory } from './tour/payment-story.ts'
import { signOnStory } from './tour/sign-on-story.ts'
import { StepFailed, tourLog } from './tour/tour-log.ts'
import { transferStory } from './tour/transfer-story.ts'

/**
 * The whole story without a person, on free ports and with state that is thrown away. The exit code is
 * 0 only when every step held.
 */
const log = tourLog()
let secret = ''
const backend = await startMerchantBackend(() => secret)
const house = await startHouse({
  ports: await freePorts(),
  tickMs: 1_000,
  ordersVariables: { WEBHOOK_URL: backend.url },
})
secret = house.secrets.webhookSecret
const tour = { house, backend, log }
try {
  await loseCallback(tour)
  await paymentStory(tour)
  await forgedCallbackStory(tour)
  await loyaltyStory(tour)
  await transferStory(tour)
  await linkedWalletStory(tour)
  await signOnStory(tour)
  await foundByPolling(tour)
  console.log(`tour: ${log.held()} steps held`)
} catch (error) {
  if (!(error instanceof StepFailed)) throw error
  console.error(`     BROKEN: ${error.message}`)
  process.exitCode = 1
} finally {
  await house.stop()
  await backend.stop()
}
