import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { portsFrom } from '../house/places/ports.ts'
import { startHouse, type House } from '../house/start-house.ts'
import { houseRequest, started, type HouseRequest } from './house-messages.ts'

// The process of a soaked house. It leads its own process group, so that kill -9 ends workerd with it.

const sweepMs = 500

function doWork(house: House, request: HouseRequest): Promise<unknown> {
  if (request.work === 'moveClock') return house.moveClock(request.laterMs)
  return request.work === 'sweep' ? house.sweep() : house.exchangeFiles()
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      state: { type: 'string', default: '' },
      'port-base': { type: 'string', default: '' },
      'later-ms': { type: 'string', default: '0' },
      'webhook-url': { type: 'string', default: '' },
    },
  })
  const house = await startHouse({
    ports: portsFrom(Number(values['port-base'])),
    stateDirectory: values.state,
    tickMs: sweepMs,
    laterMs: Number(values['later-ms']),
    pagesPerMinute: 1_000_000,
    ordersVariables: {
      WEBHOOK_URL: values['webhook-url'],
      TRANSFER_DAY_LIMIT_VND: '1000000000',
    },
  })
  process.on('message', (message) => {
    const request = v.parse(houseRequest, message)
    doWork(house, request).then(
      () => process.send?.({ id: request.id }),
      (error: unknown) => process.send?.({ id: request.id, error: String(error) }),
    )
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.({ id: started })
}

await main()
