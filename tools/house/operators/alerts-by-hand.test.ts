import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { callCheckout, demoHouse, type DemoHouse } from '../../demo/demo-calls.ts'
import { seedLink } from '../../screenshots/seed-stages.ts'
import { deskClient, type DeskClient } from './desk-client.ts'
import { operatorCommand } from './operator-command.ts'
import { freePorts } from '../places/ports.ts'
import { startHouse, type House } from '../start-house.ts'

// Goal: whoever is on call finds in an alert what its runbook asks for, at the command line and at the desk.
// Method: the Workers of the house and the sandbox over HTTP. The causes are real: link requests whose answers are lost,
// a token or an id that is missing in the database, and another mark in the bucket.

let house: House
let demo: DemoHouse
let desk: DeskClient

beforeAll(async () => {
  house = await startHouse({ ports: await freePorts(), laterMs: 0 })
  demo = demoHouse(house)
  desk = deskClient(house, 'U-AN')
  await desk.signIn()
})
afterAll(() => house?.stop())

const operator = (...args: readonly string[]) => operatorCommand(house, args)

/** The number of the newest alert of a kind, once there is one. */
async function alertOf(kind: string): Promise<string> {
  for (;;) {
    const { text } = await operator('alerts', 'list', '--kind', kind, '--json')
    const { alerts }: { alerts: { id: number }[] } = JSON.parse(text)
    const [alert] = alerts
    if (alert !== undefined) return String(alert.id)
    await house.sweep()
  }
}

async function pageOf(path: string): Promise<string> {
  return (await desk.get(path)).text()
}

/** The id that the service gave a link of a customer first. */
async function linkAtService(customerId: string): Promise<string> {
  const links = await demo.service.links()
  const link = links.findLast(({ partnerUserId }) => partnerUserId === customerId)
  if (link === undefined) throw new Error(`The service has no link of ${customerId}.`)
  return link.linkId
}

it('a confirmed link is reported to the checkout by its callback', async () => {
  await seedLink(demo, 'C-1', 'U-AN')

  const { callbacks } = await demo.service.link(await linkAtService('C-1'))

  expect(callbacks).toMatchObject([{ state: 'delivered' }])
})

it('a second link is named by the id that the service knows, until the service has unlinked it', async () => {
  const customerId = 'C-2'
  await demo.service.addFault({ endpoint: 'linkWallet', fault: 'html', times: 5 })
  await callCheckout(demo, '/links', { json: { customerId }, status: 503 })
  await demo.service.clearFaults()
  const lost = await linkAtService(customerId)
  await house.moveClock(2 * 60_000)
  await seedLink(demo, customerId, 'U-AN')
  // Without its id the service cannot be asked whether the first link has ended.
  await house.ordersDatabase
    .prepare("UPDATE links SET service_link_id = NULL WHERE customer_id = ? AND state = 'linked'")
    .bind(customerId)
    .run()
  await demo.service.addFault({ endpoint: 'unlinkWallet', fault: 'html', times: 1_000 })
  await demo.service.confirmLink(lost, 'U-BINH')

  const alert = await alertOf('second_link')

  const shown = await operator('alerts', 'show', alert)
  expect(shown.text).toMatch(new RegExp(String.raw`service_link_id +${lost}`))
  expect(shown.text).toContain('Nothing as long as it closes by itself')
  expect(await pageOf(`/alerts/${alert}`)).toContain(lost)

  await demo.service.clearFaults()
  // A quarter of an hour: the operator stays signed in at the desk.
  await house.moveClock(15 * 60_000)
  await vi.waitFor(async () => {
    await house.sweep()
    const { text } = await operator('alerts', 'list', '--kind', 'second_link', '--json')
    expect(JSON.parse(text)).toMatchObject({ alerts: [{ state: 'closed' }] })
  }, 60_000)
})

it('a link whose token cannot be read is named by the id that the service knows', async () => {
  await seedLink(demo, 'C-3', 'U-BINH')
  const link = await linkAtService('C-3')
  await house.ordersDatabase
    .prepare("UPDATE links SET sealed_token = 'damaged' WHERE customer_id = 'C-3'")
    .run()
  await callCheckout(demo, '/links/C-3')

  const alert = await alertOf('link_token_unreadable')

  expect((await operator('alerts', 'show', alert)).text).toContain(link)
  expect(await pageOf(`/alerts/${alert}`)).toContain(link)
})

it('the files of another deployment are named, and whoever asks for a file is not sent to try again', async () => {
  const path = '/files/partner/2026-01-01'
  const { filesBucket: bucket } = house
  await house.sweep()
  const mark = new TextDecoder().decode(await bucket.read('owner.json'))
  await bucket.write('owner.json', mark.replace('local', 'uat'))

  const alert = await alertOf('files_of_another')

  const shown = await operator('alerts', 'show', alert)
  const meanwhile = await callCheckout(demo, path, { status: 503 })
  await bucket.write('owner.json', mark)
  const afterwards = await callCheckout(demo, path, { status: 404 })
  expect(shown.text).toContain('ENVIRONMENT uat')
  expect(meanwhile).toMatchObject({ error: { reason: 'orders_not_configured' } })
  expect(afterwards).toMatchObject({ error: { reason: 'day_before_first' } })
})
