import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePorts } from './house/places/ports.ts'
import { startHouse, type House } from './house/start-house.ts'
import {
  dailyFilesStory,
  spoilServiceFile,
  takeByMerchantQr,
  untilTomorrow,
} from './tour/daily-files-story.ts'
import { deskMorningStory, deskStory, rowsToChange } from './tour/desk-story.ts'
import { forgedCallbackStory } from './tour/forged-callback-story.ts'
import { foundByPolling, loseCallback } from './tour/lost-callback-story.ts'
import { linkedWalletStory } from './tour/linked-wallet-story.ts'
import { promotionStory } from './tour/promotion-story.ts'
import { loyaltyStory } from './tour/loyalty-story.ts'
import { startMerchantBackend } from './tour/merchant-backend.ts'
import { refundedElsewhere, refundOnMerchantSite } from './tour/merchant-site-story.ts'
import { operatorStory } from './tour/operator-story.ts'
import { paymentStory } from './tour/payment-story.ts'
import { signOnStory } from './tour/sign-on-story.ts'
import { refusedWebhookStory } from './tour/refused-webhook-story.ts'
import { StepFailed, tourLog } from './tour/tour-log.ts'
import { tillStory } from './tour/till-story.ts'
import { transferStory } from './tour/transfer-story.ts'

const usage = `Usage: npm run tour

Runs through all features without a person, from the first order to the reconciliation of the next day, and prints the
requests and answers. It takes a minute or two, and uses free ports and a folder that is removed at the end.

Exit code 0 when every step passed, 1 when a step failed, 2 when the arguments are wrong.`

try {
  if (parseArgs({ options: { help: { type: 'boolean' } } }).values.help === true) {
    console.log(usage)
    process.exit(0)
  }
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  process.exit(2)
}

/**
 * Runs every story of the tour without a person, on free ports and with state that is deleted
 * afterwards. The exit code is 0 only if every step passed.
 */
const log = tourLog()
let secret = ''
const backend = await startMerchantBackend(() => secret)
const stateDirectory = await mkdtemp(join(tmpdir(), 'merchant-edge-tour-'))
const ports = await freePorts()
const shared = { ports, stateDirectory, ordersVariables: { WEBHOOK_URL: backend.url } }
let house: House | undefined
try {
  house = await startHouse({ ...shared, tickMs: 1_000 })
  secret = house.secrets.webhookSecret
  const tour = { house, backend, log }
  await loseCallback(tour)
  await paymentStory(tour)
  await operatorStory(tour)
  await refusedWebhookStory(tour)
  await forgedCallbackStory(tour)
  await loyaltyStory(tour)
  await transferStory(tour)
  await linkedWalletStory(tour)
  await promotionStory(tour)
  await signOnStory(tour)
  await tillStory(tour)
  await deskStory(tour)
  await foundByPolling(tour)
  await takeByMerchantQr(tour)
  await refundOnMerchantSite(tour)
  await spoilServiceFile(tour, await rowsToChange(tour))
  await house.stop()
  const laterMs = untilTomorrow()
  house = await startHouse({ ...shared, laterMs })
  backend.moveClock(laterMs)
  const nextDay = { house, backend, log }
  await dailyFilesStory(nextDay)
  await refundedElsewhere(nextDay)
  await deskMorningStory(nextDay)
  console.log(`tour: ${log.held()} steps held`)
} catch (error) {
  if (!(error instanceof StepFailed)) throw error
  console.error(`     BROKEN: ${error.message}`)
  process.exitCode = 1
} finally {
  await house?.stop()
  await backend.stop()
  await rm(stateDirectory, { recursive: true, force: true })
}
