import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../test/daily-world.ts'
import { listAlerts } from '../index.ts'

/** A world at 00:45, in which a day waits for its file. */
function atNight(): DailyWorld {
  const world = new DailyWorld()
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

async function workTwice(world: DailyWorld): Promise<void> {
  await world.work()
  world.advance({ minutes: 10 })
  await world.work()
}

describe('a file that has no name of a daily file', () => {
  it('is told once, with its name and what to do', async () => {
    const world = atNight()
    await put('20260901_SERVICE_BOOKS_TRANS.csv', '12345')

    await workTwice(world)

    const [alert, ...others] = await strange(world)
    expect(others).toEqual([])
    expect(alert?.subject).toMatch(/^20260901_SERVICE_BOOKS_TRANS\.csv:[0-9a-f]{16}$/)
    expect(alert?.facts).toMatchObject({
      name: '20260901_SERVICE_BOOKS_TRANS.csv',
      bytes: 5,
      remedy: expect.stringContaining('YYYYMMDD_SERVICE_BOOKS_TRAN.csv'),
    })
  })

  it('is told again with other content, and not with the same', async () => {
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

    expect([same.length, (await strange(world)).length]).toEqual([1, 2])
  })

  it.each([
    ['another partner', '20260901_SERVICE_PENS_TRAN.csv'],
    ['the partner itself', '20260901_BOOKS_SERVICE_TRAN.csv'],
    ['a day that does not exist', '20260931_SERVICE_BOOKS_TRAN.csv'],
    ['a folder below', 'old/20260901_SERVICE_BOOKS_TRAN.csv'],
    ['small letters', '20260901_service_books_tran.csv'],
  ])('may be of %s', async (_, name) => {
    const world = atNight()
    await put(name)

    await world.work()

    expect((await strange(world)).map(({ facts }) => facts['name'])).toEqual([name])
  })

  it('may have a name that cannot be shown', async () => {
    const world = atNight()
    await put('a\u202Etxt.exe\u0007')
    await put(`b${'\u{1F600}'.repeat(150)}`)

    await world.work()

    expect((await strange(world)).map(({ facts }) => facts['name'])).toEqual([
      'a\uFFFDtxt.exe\uFFFD',
      `b${'\u{1F600}'.repeat(49)}\uFFFD…`,
    ])
  })

  it('is told apart from one that looks alike', async () => {
    const world = atNight()
    await put('a\u0007')
    await put('a\u0008')

    await workTwice(world)

    expect(await strange(world)).toHaveLength(2)
  })

  it('is found behind a thousand others, a hundred in a round', async () => {
    const world = atNight()
    const names = Array.from({ length: 1000 }, (_, at) => `.a${at}.csv.0a1b2c3d.part`)
    const late = Array.from({ length: 130 }, (_, at) => `z${at}.csv`)
    await Promise.all([...names, ...late].map((name) => put(name, name)))
    const count = () =>
      world.count("SELECT COUNT(*) AS n FROM alerts WHERE kind = 'incoming_file_unknown'")
    await world.work()
    const first = await count()
    world.advance({ minutes: 10 })

    await world.work()

    expect([first, await count()]).toEqual([100, 130])
  })
})

describe('nobody is called', () => {
  it.each([
    '20260901_SERVICE_BOOKS_TRAN.csv',
    '20260901_SERVICE_BOOKS_RESULT_TRAN.csv',
    '.20260901_SERVICE_BOOKS_TRAN.csv.0a1b2c3d.part',
    '20260901_SERVICE_BOOKS_TRAN.csv.filepart',
    'upload.TMP',
    '',
    'old/',
  ])('to %j', async (name) => {
    const world = atNight()
    await put(name)

    await workTwice(world)

    expect(await world.alertKinds()).toEqual([])
  })

  it('to what lies elsewhere in the bucket', async () => {
    const world = atNight()
    await env.FILES.put('notes.txt', 'mine')
    await env.FILES.put('outgoing/notes.txt', 'mine')

    await world.work()

    expect(await world.alertKinds()).toEqual([])
  })
})
