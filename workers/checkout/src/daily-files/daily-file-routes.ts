import { Hono } from 'hono'
import {
  answerApiFailure,
  type ApiError,
  callOrders,
  errorAnswer,
  methodRefused,
} from '../api/api-error.ts'
import { requireNoFields } from '../api/read-json.ts'
import { requireBearer } from '../api/require-bearer.ts'
import type { CheckoutEnv } from '../checkout-env.ts'
import { dayInvalid, filePathUnknown, isVietnamDay } from './asked-day.ts'

const notConfigured: ApiError = {
  reason: 'daily_files_not_configured',
  message: 'The orders Worker keeps no daily files.',
  remedy: 'Bind the bucket FILES to it, and set PARTNER_ID and CHECKSUM_KEY.',
}

const tooEarly: ApiError = {
  reason: 'day_not_over',
  message: 'The file of this day is not complete yet.',
  remedy: 'Ask for it from 00:45 of the next day on, Vietnam time.',
}

const beforeFirst: ApiError = {
  reason: 'day_before_first',
  message:
    'Nothing was recorded here until after this day: there is no file of it, and none was sent.',
  remedy: 'Check the date.',
}

function base64OfHex(hex: string): string {
  const bytes = hex.match(/../g) ?? []
  return btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))))
}

/**
 * Daily files for the shop's backend. `GET /files/partner/{day}` streams the partner file of a past
 * day: 200 with the file, 404 when daily files are not configured or the day is before the first
 * order, 409 before 00:45 of the next day.
 *
 * @see Specification 2.18
 */
export function dailyFileRoutes(): Hono<{ Bindings: CheckoutEnv }> {
  const routes = new Hono<{ Bindings: CheckoutEnv }>()
  routes.use(requireBearer)
  routes.get('/partner/:day', async (c) => {
    const asked = c.req.param('day')
    await requireNoFields(c)
    if (!isVietnamDay(asked)) return errorAnswer(c, { status: 400, error: dayInvalid })
    const file = await callOrders(() => c.env.ORDERS.partnerFile(asked))
    if (file.outcome === 'not_configured') {
      return errorAnswer(c, { status: 404, error: notConfigured })
    }
    if (file.outcome === 'before_first') {
      return errorAnswer(c, { status: 404, error: beforeFirst })
    }
    if (file.outcome === 'too_early') {
      return errorAnswer(c, { status: 409, readyAt: file.readyAt, error: tooEarly })
    }
    return c.body(file.body, 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-length': String(file.bytes),
      'content-disposition': `attachment; filename="${file.name}"`,
      // RFC 9530: lets the client verify that the file is complete.
      'repr-digest': `sha-256=:${base64OfHex(file.sha256)}:`,
    })
  })
  routes.all('/partner/:day', () => methodRefused('GET'))
  routes.all('*', (c) => errorAnswer(c, { status: 404, error: filePathUnknown }))
  routes.onError(answerApiFailure)
  return routes
}
