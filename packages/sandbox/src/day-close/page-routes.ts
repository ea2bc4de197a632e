import { Hono, type MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { BodyRefused } from '../bodies/read-bytes.ts'
import { readFormData } from '../bodies/read-form-data.ts'
import { vietnamDay } from '../clock/vietnam-time.ts'
import { closeDay } from './close-day.ts'
import { readFileName } from './file-names.ts'
import { listExchangeDays, type ExchangeDay } from './closed-days.ts'
import { openContent } from './exchange-content.ts'
import { findExchangeFile } from './exchange-files.ts'
import {
  changeExchangePartner,
  exchangePartnerChange,
  findExchangePartner,
  type ExchangePartner,
} from './exchange-partners.ts'
import { putPartnerFile, type FileOutcome } from './partner-files.ts'
import { isDay } from './vietnam-day.ts'
import {
  merchantSpeech,
  type MerchantContext,
  type MerchantSiteHono,
} from '../merchant-staff/merchant-site.ts'
import { formFields, problemOf } from '../page-frame/forms.ts'
import { chooseLanguage } from '../page-frame/language.ts'
import { messagePage } from '../page-frame/layout.ts'
import { dailyFilesPage, type DailyFilesView } from './daily-files-page.ts'

const path = '/merchant/daily-files'

/** A form is kept in memory, and a Worker has 128 MB; upload larger files over the control API. */
const uploadLimits = { bytes: 16 * 1024 * 1024, seconds: 60 }

async function partnerOf(c: MerchantContext): Promise<ExchangePartner> {
  const partner = await findExchangePartner(c.var.sandbox.database, c.var.staff.merchantCode)
  if (partner === undefined) throw new Error(`${c.var.staff.merchantCode} exchanges no files.`)
  return partner
}

function todayOf(c: MerchantContext): string {
  return vietnamDay(c.var.sandbox.clock.nowSeconds(), 0)
}

async function show(c: MerchantContext, extra: Pick<DailyFilesView, 'problem'> = {}) {
  const partner = await partnerOf(c)
  const days = await listExchangeDays(c.var.sandbox, partner)
  const done = doneText(c, days)
  const view = { partner, days, today: todayOf(c), ...(done !== undefined && { done }), ...extra }
  return c.html(dailyFilesPage(merchantSpeech(c), view), extra.problem === undefined ? 200 : 400)
}

/** The message about the last action, from the query; it is checked against the folder first. */
function doneText(c: MerchantContext, days: readonly ExchangeDay[]): string | undefined {
  const { messages } = chooseLanguage(c)
  const { sent, closed, saved } = c.req.query()
  if (saved !== undefined) return messages.saved
  const closedDay = days.find(({ day }) => day === closed)
  if (closedDay !== undefined) {
    return `${messages.dayClosedNow} ${closedDay.day.split('-').toReversed().join('/')}`
  }
  const file = days.find(({ files }) => files.partner?.name === sent)?.files.partner
  return file && `${messages.fileTaken} ${file.name}`
}

/**
 * Stores an uploaded file under its own name, which contains the day. A file with any other name is
 * not a daily file.
 */
async function put(c: MerchantContext, partner: ExchangePartner, file: File): Promise<FileOutcome> {
  const { name } = file
  const parsed = readFileName(c.var.sandbox, name)
  if (parsed?.kind === 'partner' && parsed.partner === partner.merchantCode) {
    return putPartnerFile(c.var.sandbox, partner, { name, bytes: file.stream() })
  }
  const isOther = parsed !== undefined && parsed.kind !== 'partner'
  return { outcome: 'refused', reason: isOther ? 'not_yours' : 'bad_name' }
}

/** The form of the name of a partner file, with the tokens of this merchant and of the service. */
function partnerFileForm(c: MerchantContext, { merchantCode }: ExchangePartner): string {
  const { serviceToken } = c.var.sandbox.settings.rules
  return `YYYYMMDD_${merchantCode}_${serviceToken}_TRAN.csv`
}

function tooLarge(error: unknown): undefined {
  if (!(error instanceof BodyRefused && error.status === 413)) throw error
}

async function send(c: MerchantContext) {
  const { messages } = chooseLanguage(c)
  const form = await readFormData(c.req.raw, c.var.sandbox.host, uploadLimits).catch(tooLarge)
  if (form === undefined) return show(c, { problem: messages.uploadTooLarge })
  const file = form.get('file')
  if (!(file instanceof File) || file.name === '') {
    return show(c, { problem: messages.fileProblem_not_there })
  }
  const partner = await partnerOf(c)
  const outcome = await put(c, partner, file)
  if (outcome.outcome === 'refused') {
    const problem = messages[`fileProblem_${outcome.reason}`]
    if (outcome.reason !== 'bad_name') return show(c, { problem })
    return show(c, { problem: `${problem} ${partnerFileForm(c, partner)}` })
  }
  return c.redirect(`${path}?sent=${encodeURIComponent(outcome.file.name)}`, 303)
}

async function close(c: MerchantContext) {
  const { messages } = chooseLanguage(c)
  const { day = '' } = await formFields(c)
  if (!isDay(day)) return show(c, { problem: messages.dayLabel })
  if (day > todayOf(c)) return show(c, { problem: messages.dayNotBegun })
  await closeDay(c.var.sandbox, await partnerOf(c), { day })
  return c.redirect(`${path}?closed=${day}`, 303)
}

async function saveSettings(c: MerchantContext) {
  const { profile, writesAll } = await formFields(c)
  const change = { profile, writesAll: writesAll === 'yes' }
  const parsed = v.safeParse(exchangePartnerChange, change)
  if (!parsed.success) return show(c, { problem: problemOf(parsed.issues) })
  await changeExchangePartner(c.var.sandbox.database, c.var.staff.merchantCode, parsed.output)
  return c.redirect(`${path}?saved=1`, 303)
}

async function download(c: MerchantContext) {
  const { database } = c.var.sandbox
  const file = await findExchangeFile(database, c.var.staff.merchantCode, c.req.param('name') ?? '')
  if (file === undefined) return c.notFound()
  return c.body(openContent(database, file), 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${file.name}"`,
  })
}

/** Guards the pages: a merchant that exchanges no files has no such pages. */
const requirePartner: MiddlewareHandler<MerchantSiteHono> = async (c, next) => {
  const { sandbox, staff } = c.var
  if ((await findExchangePartner(sandbox.database, staff.merchantCode)) !== undefined) return next()
  const speech = chooseLanguage(c)
  const { notFoundTitle: title, noExchange: text } = speech.messages
  return c.html(messagePage(speech, { title, text, path }), 404)
}

/** The daily files of the merchant site. */
export function dailyFilesRoutes(): Hono<MerchantSiteHono> {
  const app = new Hono<MerchantSiteHono>()
  app.use(path, requirePartner)
  app.use(`${path}/*`, requirePartner)
  app.get(path, (c) => show(c))
  app.post(`${path}/files`, send)
  app.get(`${path}/files/:name`, download)
  app.post(`${path}/close`, close)
  app.post(`${path}/settings`, saveSettings)
  return app
}
