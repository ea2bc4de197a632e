import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { vietnamDay } from '../clock/vietnam-time.ts'
import { readPieces } from '../bodies/read-bytes.ts'
import { ControlError, foundOr404, notFound } from '../control-frame/control-error.ts'
import { readBody } from '../control-frame/read-input.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { seedMerchant } from '../seed-data.ts'
import { closeDay } from './close-day.ts'
import { findExchangeDay, listExchangeDays } from './closed-days.ts'
import { openContent } from './exchange-content.ts'
import {
  exchangeFileOf,
  findExchangeFile,
  listExchangeFiles,
  type StoredFile,
} from './exchange-files.ts'
import {
  findExchangePartner,
  setNextCloseSwitches,
  type ExchangePartner,
  changeExchangePartner,
  exchangePartnerChange,
  listExchangePartners,
} from './exchange-partners.ts'
import {
  maxPartnerFileBytes,
  putPartnerFile,
  removePartnerFile,
  renamePartnerFile,
  type FileOutcome,
  type FileRefusal,
} from './partner-files.ts'
import { closeSwitches } from './spoil-rows.ts'
import { isDay } from './vietnam-day.ts'

const merchantCode = v.optional(v.string('must be a merchant code'), seedMerchant.code)

const close = v.strictObject({
  /** The day before today when left out. */
  date: v.optional(
    v.pipe(v.string('must be a text'), v.check(isDay, 'must be a day as YYYY-MM-DD')),
  ),
  merchantCode,
  switches: v.optional(closeSwitches),
  again: v.optional(v.boolean('must be true or false'), false),
})

/** Body of `POST /control/day-close`. */
export interface DayCloseInput extends v.InferInput<typeof close> {}

const nextSwitches = v.strictObject({ merchantCode, switches: v.nullable(closeSwitches) })

async function partnerOf(c: Context<SandboxHono>, code: string): Promise<ExchangePartner> {
  return foundOr404(
    await findExchangePartner(c.var.sandbox.database, code),
    'exchange partner',
    code,
  )
}

/** Routes that close a day on demand and set the deliberate errors of the next close. */
export const dayCloseRoutes = new Hono<SandboxHono>()
  .get('/day-close', async (c) => {
    const partner = await partnerOf(c, c.req.query('merchantCode') ?? seedMerchant.code)
    return c.json(await listExchangeDays(c.var.sandbox, partner))
  })
  .post('/day-close', async (c) => {
    const { sandbox } = c.var
    const { date, switches, again, ...input } = await readBody(c, close)
    const partner = await partnerOf(c, input.merchantCode)
    const today = vietnamDay(sandbox.clock.nowSeconds(), 0)
    const day = date ?? vietnamDay(sandbox.clock.nowSeconds(), -1)
    if (day > today) {
      throw new ControlError(409, 'day_not_begun', {
        message: `By the clock of the sandbox it is ${today}.`,
        remedy: 'Close a day that has begun, or move the clock: PUT /control/clock.',
      })
    }
    await closeDay(sandbox, partner, { day, switches, again })
    return c.json(foundOr404(await findExchangeDay(sandbox, partner, day), 'day', day))
  })
  .put('/day-close/switches', async (c) => {
    const { switches, ...input } = await readBody(c, nextSwitches)
    const partner = await partnerOf(c, input.merchantCode)
    const { database } = c.var.sandbox
    return c.json(await setNextCloseSwitches(database, partner.merchantCode, switches))
  })

const rename = v.strictObject({
  to: v.string('must be a name'),
  replace: v.optional(v.boolean(), false),
})

const refusals = {
  bad_name: [
    400,
    'The name of a file has letters, digits, dots, dashes and underscores, 120 at most.',
    'Choose such a name.',
  ],
  not_yours: [409, 'Only the service writes this file.', 'Put files under names of your own.'],
  too_large: [
    413,
    `A file has at most ${maxPartnerFileBytes} bytes.`,
    'Send a smaller file, or split the day.',
  ],
  not_there: [404, 'There is no such file.', 'List the existing files first.'],
  name_taken: [409, 'There is a file of this name already.', 'Remove it, or set `replace`.'],
} as const satisfies Record<
  FileRefusal,
  readonly [status: ControlError['status'], message: string, remedy: string]
>

async function partnerInPath(c: Context<SandboxHono>): Promise<ExchangePartner> {
  const code = c.req.param('partner') ?? ''
  return foundOr404(
    await findExchangePartner(c.var.sandbox.database, code),
    'exchange partner',
    code,
  )
}

async function fileOf(c: Context<SandboxHono>): Promise<StoredFile> {
  const { merchantCode } = await partnerInPath(c)
  const name = c.req.param('name') ?? ''
  return foundOr404(
    await findExchangeFile(c.var.sandbox.database, merchantCode, name),
    'file',
    name,
  )
}

function answer(c: Context<SandboxHono>, outcome: FileOutcome) {
  if (outcome.outcome === 'done') return c.json(outcome.file)
  const [status, message, remedy] = refusals[outcome.reason]
  throw new ControlError(status, outcome.reason, { message, remedy })
}

/** The requested byte range: the first byte, and the byte after the last. */
function rangeOf(c: Context<SandboxHono>, { sizeBytes }: StoredFile) {
  const asked = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(c.req.header('range') ?? '')
  if (asked === null) return undefined
  const [, first = '', last = ''] = asked
  const from = Number(first)
  const to = last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes)
  if (from < to) return { from, to }
  throw new ControlError(416, 'no_such_range', {
    message: `The file has ${sizeBytes} bytes.`,
    remedy: 'Request a range within the file.',
  })
}

async function get(c: Context<SandboxHono>) {
  const file = await fileOf(c)
  const range = rangeOf(c, file)
  const { from, to } = range ?? { from: 0, to: file.sizeBytes }
  // Workers send Content-Length with a stream only for a FixedLengthStream.
  const { readable, writable } = new FixedLengthStream(to - from)
  const bytes = openContent(c.var.sandbox.database, file, { from, to })
  c.executionCtx.waitUntil(bytes.pipeTo(writable).catch(() => undefined))
  return c.body(readable, range === undefined ? 200 : 206, {
    'content-type': 'text/csv; charset=utf-8',
    'content-length': String(to - from),
    'accept-ranges': 'bytes',
    etag: `"${file.sha256}"`,
    'last-modified': new Date(file.createdAt * 1000).toUTCString(),
    ...(range && { 'content-range': `bytes ${from}-${to - 1}/${file.sizeBytes}` }),
  })
}

/** The code of the folder counts the bytes and refuses a file that is too large. */
const putLimits = { bytes: Number.POSITIVE_INFINITY, seconds: 600 }

/** The exchange folders, which an SFTP server would serve to partners. */
export const exchangeRoutes = new Hono<SandboxHono>()
  .get('/exchange-partners', async (c) =>
    c.json(await listExchangePartners(c.var.sandbox.database)),
  )
  .get('/exchange-partners/:partner', async (c) => c.json(await partnerInPath(c)))
  .patch('/exchange-partners/:partner', async (c) => {
    const { merchantCode } = await partnerInPath(c)
    const change = await readBody(c, exchangePartnerChange)
    const changed = await changeExchangePartner(c.var.sandbox.database, merchantCode, change)
    return c.json(foundOr404(changed, 'exchange partner', merchantCode))
  })
  .get('/exchange/:partner', async (c) => {
    const { merchantCode } = await partnerInPath(c)
    const files = await listExchangeFiles(c.var.sandbox.database, merchantCode)
    return c.json(files.map(exchangeFileOf))
  })
  .get('/exchange/:partner/:name', get)
  .put('/exchange/:partner/:name', async (c) => {
    const name = c.req.param('name')
    const announced = Number(c.req.header('content-length') ?? 0)
    if (announced > maxPartnerFileBytes) {
      return answer(c, { outcome: 'refused', reason: 'too_large' })
    }
    const put = { name, bytes: readPieces(c.req.raw, c.var.sandbox.host, putLimits) }
    return answer(c, await putPartnerFile(c.var.sandbox, await partnerInPath(c), put))
  })
  .post('/exchange/:partner/:name/rename', async (c) => {
    const name = c.req.param('name')
    const use = { name, ...(await readBody(c, rename)) }
    return answer(c, await renamePartnerFile(c.var.sandbox, await partnerInPath(c), use))
  })
  .delete('/exchange/:partner/:name', async (c) => {
    const name = c.req.param('name')
    const removed = await removePartnerFile(c.var.sandbox, await partnerInPath(c), name)
    if (removed.outcome === 'refused' && removed.reason === 'not_there')
      throw notFound('file', name)
    return answer(c, removed)
  })
