import { type FileKind, formatFileName } from '@merchant-edge/reconcile/files'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../../test/daily-world.ts'
import { interruptedDatabase } from '../../../test/interrupted-database.ts'
import { webhookSecret } from '../../../test/world.ts'
import { closeAlert, listAlerts } from '../../index.ts'
import { dayPlus } from '../vietnam-day.ts'
import { watchIncoming } from './watch-incoming.ts'

/** A world at 00:45, in which a day waits for its file. */
function atNight(settings: ConstructorParameters<typeof DailyWorld>[0] = {}): DailyWorld {
  const world = new DailyWorld(settings)
  world.toNextDay()
  return world
}

async function put(name: string, content = 'content'): Promise<void> {
  await env.FILES.put(`incoming/${name}`, content)
}

async function strange(world: DailyWorld) {
  const { alerts } = await listAlerts(world.context, { kind: 'incoming_file_unknown', limit: 100 })
  return alerts.toReversed()
}

/** The bucket, which lists these files a thousand a page; each of them is the same object. */
async function bucketOf(names: readonly string[]): Promise<R2Bucket> {
  await put('one.txt')
  const { objects, delimitedPrefixes } = await env.FILES.list()
  const listed = names.flatMap((name) =>
    objects.map(({ etag, size, uploaded }) => ({ key: `incoming/${name}`, etag, size, uploaded })),
  )
  const list = async ({ cursor }: R2ListOptions = {}) => {
    const end = Number(cursor ?? 0) + 1000
    const page = { objects: listed.slice(end - 1000, end), delimitedPrefixes }
    return end < listed.length
      ? { ...page, truncated: true, cursor: String(end) }
      : { ...page, truncated: false }
  }
  return new Proxy(env.FILES, {
    get: (target, name) => {
      if (name === 'list') return list
      const found: unknown = Reflect.get(target, name)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
}

async function closeAlerts(world: DailyWorld): Promise<void> {
  for (const { id } of await strange(world)) {
    await closeAlert(world.context, id, { reason: 'Not ours', staffId: 'an' })
  }
}

async function workTwice(world: DailyWorld): Promise<void> {
  await world.work()
  world.advance({ minutes: 10 })
  await world.work()
}

describe('a file whose name is not that of a daily file', () => {
  it('is reported once, with its name and the remedy', async () => {
    const world = atNight()
    const today = dayPlus(world.day, 1)
    await put('20260901_SERVICE_BOOKS_TRANS.csv', '12345')

    await workTwice(world)

    const [alert, ...others] = await strange(world)
    expect(others).toEqual([])
    expect(alert).toMatchObject({ subject: `incoming/:${today}`, state: 'open', timesRaised: 1 })
    expect(alert?.facts).toMatchObject({
      found_on: today,
      files: 1,
      names: '20260901_SERVICE_BOOKS_TRANS.csv',
      remedy: expect.stringContaining('YYYYMMDD_SERVICE_BOOKS_TRAN.csv'),
    })
  })

  it('is reported again with other content, and not with the same', async () => {
    const world = atNight()
    await put('readme.txt', 'one')
    await world.work()
    await put('readme.txt', 'one')
    world.advance({ minutes: 10 })
    await world.work()
    const same = await strange(world)
    await put('readme.txt', 'another')
    world.advance({ minutes: 10 })

    await world.work()

    expect(same).toMatchObject([{ timesRaised: 1, facts: { files: 1 } }])
    expect(await strange(world)).toMatchObject([{ timesRaised: 2, facts: { files: 2 } }])
  })

  it('reopens the closed alert of the day when it is new, and not when it is the same', async () => {
    const world = atNight()
    await put('one.txt')
    await world.work()
    await closeAlerts(world)
    world.advance({ minutes: 10 })
    await world.work()
    const same = await strange(world)
    await put('two.txt')
    world.advance({ minutes: 10 })

    await world.work()

    expect(same).toMatchObject([{ state: 'closed' }])
    const facts = { files: 2, names: 'one.txt, two.txt' }
    expect(await strange(world)).toMatchObject([{ state: 'open', facts }])
  })

  it('has another alert on a later day, which does not name the files of the day before', async () => {
    const world = atNight()
    await put('one.txt')
    await world.work()
    await closeAlerts(world)
    world.toNextDay()
    await put('two.txt')

    await workTwice(world)

    expect(await strange(world)).toMatchObject([
      { state: 'closed', facts: { files: 1, names: 'one.txt' } },
      {
        state: 'open',
        subject: `incoming/:${dayPlus(world.day, 2)}`,
        timesRaised: 1,
        facts: { files: 1, names: 'two.txt' },
      },
    ])
  })

  it.each([
    ['another partner', '20260901_SERVICE_PENS_TRAN.csv'],
    ['the partner itself', '20260901_BOOKS_SERVICE_TRAN.csv'],
    ['a day that does not exist', '20260931_SERVICE_BOOKS_TRAN.csv'],
    ['a folder below', 'old/20260901_SERVICE_BOOKS_TRAN.csv'],
    ['small letters', '20260901_service_books_tran.csv'],
  ])('is reported for %s', async (_, name) => {
    const world = atNight()
    await put(name)

    await world.work()

    expect((await strange(world)).map(({ facts }) => facts['names'])).toEqual([name])
  })

  it('is reported with a printable form of its name', async () => {
    const world = atNight()
    await put('a\u202Etxt.exe\u0007')
    await put(`b${'\u{1F600}'.repeat(150)}`)

    await world.work()

    expect((await strange(world)).map(({ facts }) => facts['names'])).toEqual([
      `a\uFFFDtxt.exe\uFFFD, b${'\u{1F600}'.repeat(49)}\uFFFD…`,
    ])
  })

  it('is distinguished from one with the same printable name', async () => {
    const world = atNight()
    await put('a\u0007')
    await put('a\u0008')

    await workTwice(world)

    expect(await strange(world)).toMatchObject([{ timesRaised: 1, facts: { files: 2 } }])
  })

  it('is one of ten thousand in one alert and one event, which names the first twenty', async () => {
    const onCall = { id: 'on-call', url: 'https://on-call.example', events: ['alert.*'] }
    const endpoints = [{ ...onCall, secrets: [webhookSecret] }]
    const names = Array.from({ length: 10_000 }, (_, at) => `z${String(at).padStart(4, '0')}.csv`)
    const world = new DailyWorld({ bucket: await bucketOf(names) }, { context: { endpoints } })
    world.toNextDay()

    await workTwice(world)

    expect(await strange(world)).toMatchObject([
      { timesRaised: 1, facts: { files: 10_000, names: names.slice(0, 20).join(', ') } },
    ])
    const events = "SELECT COUNT(*) AS n FROM outbox WHERE endpoint = 'on-call'"
    expect(await world.count(events)).toBe(1)
  })

  it('is found among more than a thousand others', async () => {
    const world = atNight()
    const names = Array.from({ length: 1000 }, (_, at) => `.a${at}.csv.0a1b2c3d.part`)
    await Promise.all([...names, 'z.csv'].map((name) => put(name, name)))

    await world.work()

    expect(await strange(world)).toMatchObject([{ facts: { files: 1, names: 'z.csv' } }])
  })

  it('is reported by the next round when the round that found it was interrupted', async () => {
    const world = atNight()
    await put('one.txt')
    const driver = { run: () => Promise.reject(new Error('D1 is away')) }

    await expect(watchIncoming({ ...world.files, driver })).rejects.toThrow('D1 is away')
    const before = await strange(world)
    await world.work()

    expect(before).toEqual([])
    expect(await strange(world)).toMatchObject([{ facts: { files: 1, names: 'one.txt' } }])
  })
})

describe('a file that another round finds while the alert is raised', () => {
  it('is reported by the next round, and not counted as reported', async () => {
    const world = atNight()
    await put('one.txt')
    const { files } = world
    const database = interruptedDatabase(files.database, async () => {
      await put('two.txt')
      const driver = { run: () => Promise.reject(new Error('D1 is away')) }
      await watchIncoming({ ...world.files, driver }).catch(() => undefined)
    })

    await watchIncoming({ ...files, database })
    const before = await strange(world)
    await watchIncoming(world.files)

    expect(before).toMatchObject([{ facts: { files: 1, names: 'one.txt' } }])
    expect(await strange(world)).toMatchObject([
      { timesRaised: 2, facts: { files: 2, names: 'one.txt, two.txt' } },
    ])
  })
})

describe('the token of the service in the names', () => {
  it('is that of the settings, and the alert names it', async () => {
    const world = atNight({ serviceToken: 'WALLET' })
    const [named, other] = ['WALLET', 'SERVICE'].map((service) =>
      formatFileName({ kind: 'service', day: world.day, partner: 'BOOKS', service }),
    )
    await put(named ?? '')
    await put(other ?? '')

    await workTwice(world)

    expect(await strange(world)).toMatchObject([
      { facts: { files: 1, names: other, remedy: expect.stringContaining('_WALLET_BOOKS_TRAN') } },
    ])
  })
})

describe('a daily file of a day that has not begun', () => {
  const nameOf = (day: string, kind: FileKind = 'service') =>
    formatFileName({ kind, day, partner: 'BOOKS' })

  it.each(['service', 'result'] as const)(
    'is reported, because it is not read before its day is over: %s',
    async (kind) => {
      const world = atNight()
      const name = nameOf(dayPlus(world.day, 2), kind)
      await put(name)

      await workTwice(world)

      expect(await strange(world)).toMatchObject([
        { facts: { files: 1, names: name, message: expect.stringContaining('has not begun') } },
      ])
    },
  )

  it('is not reported for the current day, or a past one', async () => {
    const world = atNight()
    const { day } = world
    await put(nameOf(dayPlus(day, 1)))
    await put(nameOf(day))

    await workTwice(world)

    expect(await strange(world)).toEqual([])
  })
})

describe('a daily file that arrives too late', () => {
  const nameOf = (day: string, kind: FileKind = 'service') =>
    formatFileName({ kind, day, partner: 'BOOKS' })

  /** A round works on eight of the 31 missed days that are caught up. */
  async function workUntilCaughtUp(world: DailyWorld): Promise<void> {
    for (let round = 0; round < 6; round += 1) {
      await world.work()
      world.advance({ minutes: 1 })
    }
  }

  /** A world whose first day was compared, so many days after it. */
  async function afterDays(days: number): Promise<DailyWorld> {
    const world = atNight()
    await put(nameOf(world.day))
    await put(nameOf(world.day, 'result'), 'no,row\r\n')
    await workTwice(world)
    for (let day = 0; day < days; day += 1) world.toNextDay()
    await workUntilCaughtUp(world)
    return world
  }

  async function namesTold(world: DailyWorld): Promise<unknown[]> {
    return (await strange(world)).map(({ facts }) => facts['names'])
  }

  it.each(['service', 'result'] as const)(
    'is reported when its day is before the first tracked day: %s',
    async (kind) => {
      const world = atNight()
      const name = nameOf(dayPlus(world.day, -1), kind)
      await put(name)

      await workTwice(world)

      expect(await strange(world)).toMatchObject([
        {
          timesRaised: 1,
          facts: {
            files: 1,
            names: name,
            message: expect.stringContaining('is not followed'),
            remedy: expect.stringContaining('merchant-edge reconcile'),
          },
        },
      ])
    },
  )

  it('is reported when the order store was down on its day for longer than it catches up', async () => {
    const world = atNight()
    await world.work()
    const name = nameOf(dayPlus(world.day, 5))
    for (let day = 0; day < 45; day += 1) world.toNextDay()
    await put(name)

    await workTwice(world)

    expect(await namesTold(world)).toEqual([name])
  })

  it.each(['service', 'result'] as const)(
    'is reported with other content after a hundred days, and not when it was read: %s',
    async (kind) => {
      const world = await afterDays(101)
      const before = await strange(world)
      await put(nameOf(world.day, kind), 'sent again')
      world.advance({ minutes: 10 })

      await workTwice(world)

      expect(before).toEqual([])
      expect(await namesTold(world)).toEqual([nameOf(world.day, kind)])
    },
  )

  it('is compared and not reported within a hundred days', async () => {
    const world = await afterDays(98)
    await put(nameOf(world.day), 'sent again')
    world.advance({ minutes: 10 })

    await workTwice(world)

    expect(await strange(world)).toEqual([])
  })
})

describe('no alert is raised', () => {
  it.each(['service', 'result'] as const)('about the %s file of the day', async (kind) => {
    const world = atNight()
    await put(formatFileName({ kind, day: world.day, partner: 'BOOKS' }))

    await workTwice(world)

    expect(await strange(world)).toEqual([])
  })

  it.each([
    '.20260901_SERVICE_BOOKS_TRAN.csv.0a1b2c3d.part',
    '20260901_SERVICE_BOOKS_TRAN.csv.filepart',
    'upload.TMP',
    '',
    'old/',
  ])('about %j', async (name) => {
    const world = atNight()
    await put(name)

    await workTwice(world)

    expect(await world.alertKinds()).toEqual([])
  })

  it('about an object elsewhere in the bucket', async () => {
    const world = atNight()
    await env.FILES.put('notes.txt', 'mine')
    await env.FILES.put('outgoing/notes.txt', 'mine')

    await world.work()

    expect(await world.alertKinds()).toEqual([])
  })
})
