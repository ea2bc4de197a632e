import { expect, it } from 'vitest'
import { accepted } from '../../test/scripted-wallet.ts'
import { webhookSecret, World } from '../../test/world.ts'
import {
  findLink,
  linkWallet,
  listAlerts,
  recordLinkCallback,
  sweep,
  unlinkWallet,
} from '../index.ts'
import type { LogLine } from '../orders-context.ts'
import { findLinkById } from '../search/index.ts'

const customerId = 'lan-nguyen-1987'

async function refusePage(world: World): Promise<void> {
  world.service.answers.link = () => accepted({ linkId: 'L', webUrl: 'http://evil.example/' })
  await linkWallet(world.context, customerId)
}

async function loseSecret(world: World): Promise<void> {
  await world.link(customerId)
  const changed = { linkSecret: 'another secret of the links', linkSecretPrevious: undefined }
  await findLink({ ...world.context, ...changed }, customerId)
}

async function keepUnlinkingIn(world: World, hours: number): Promise<void> {
  await world.link(customerId)
  world.service.fault = (call) => (call === 'unlink' ? 'lost answer' : 'none')
  await unlinkWallet(world.context, customerId)
  for (let hour = 0; hour < hours; hour += 1) {
    world.advance({ hours: 1 })
    await sweep(world.context)
  }
}

async function confirmTwice(world: World): Promise<void> {
  await linkWallet(world.context, customerId)
  const [late] = world.service.links
  if (late === undefined) throw new Error('No link was asked for.')
  world.advance({ hours: 1 })
  await sweep(world.context)
  world.advance({ hours: 1 })
  await sweep(world.context)
  await world.link(customerId)
  late.userToken = 'TOKEN-SECRET-LATE'
  const address = new URL(late.callbackUrl).pathname.split('/')
  const [token = '', id = ''] = address.toReversed()
  await recordLinkCallback(world.context, { id, token })
}

const scenes = {
  link_page_refused: refusePage,
  link_token_unreadable: loseSecret,
  unlink_unanswered: (world: World) => keepUnlinkingIn(world, 2),
  unlink_given_up: (world: World) => keepUnlinkingIn(world, 100),
  second_link: confirmTwice,
} as const

it.each([
  'link_page_refused',
  'link_token_unreadable',
  'unlink_unanswered',
  'unlink_given_up',
  'second_link',
] as const)(
  'the alert %s names the link, and never the customer in the log or in an event',
  async (kind) => {
    const lines: LogLine[] = []
    const bodies: string[] = []
    const endpoint = { url: 'https://on-call.example/', secrets: [webhookSecret] }
    const world = new World({
      context: {
        log: (line) => lines.push(line),
        fetch: async (_url, { body }) => {
          bodies.push(await new Response(body).text())
          return new Response(null, { status: 204 })
        },
        endpoints: [{ ...endpoint, id: 'on-call', events: ['alert.*'] }],
      },
    })

    await scenes[kind](world)
    await world.live(2)

    const [alert] = (await listAlerts(world.context, { kind })).alerts
    const told = bodies.filter((body) => body.includes(`"kind":"${kind}"`))
    const logged = lines.filter((line) => line['kind'] === kind)
    expect([told.length > 0, logged.length > 0]).toEqual([true, true])
    const texts = JSON.stringify([alert, bodies, lines])
    expect(texts).not.toContain(customerId)
    const link = await findLinkById(world.context, alert?.subject ?? '')
    expect(link).toMatchObject({ id: alert?.subject, customerId })
    // The service finds the link by this id only.
    const atService = world.service.links.map(({ linkId }) => linkId)
    if (kind !== 'link_page_refused') expect(atService).toContain(alert?.facts['service_link_id'])
  },
)
