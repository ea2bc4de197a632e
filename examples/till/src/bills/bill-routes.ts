import { Hono } from 'hono'
import { findBill, openBill, qrOfBill } from '../checkout/bill-order.ts'
import { formFields } from '../pages/form-fields.ts'
import { localeOf } from '../pages/locale.ts'
import { messagePage } from '../pages/message-page.ts'
import type { TillContext, TillHono } from '../till-hono.ts'
import { billForm, type BillForm } from './bill-form.ts'
import { billPage, type BillView } from './bill-page.ts'
import { stageOf } from './bill-stage.ts'
import { type BillProblem, isBillId, newBill, readBill, totalOf } from './read-bill.ts'

function showForm(
  c: TillContext,
  form: Omit<BillForm, 'till'>,
  status: 200 | 409 | 422 | 502 = 200,
) {
  return c.html(billForm(localeOf(c), { ...form, till: c.var.till }), status)
}

function problemText(c: TillContext, problem: BillProblem): string {
  const { messages } = localeOf(c)
  if (problem === 'bill_empty') return messages.billEmpty
  if (problem === 'bill_too_long') return messages.billTooLong
  return messages.problems[problem]
}

async function takePayment(c: TillContext): Promise<Response> {
  const { messages } = localeOf(c)
  const { bill, entry, problem } = readBill(c, await formFields(c))
  const wrong = problem ?? (bill.lines.length === 0 ? 'bill_empty' : undefined)
  if (wrong !== undefined) {
    return showForm(c, { bill, entry, problem: problemText(c, wrong) }, 422)
  }
  const billPath = `/till/bills/${bill.id}`
  const opened = await openBill(c, { ...bill, amountVnd: totalOf(bill) })
  switch (opened.outcome) {
    case 'opened':
      return c.redirect(billPath, 303)
    case 'taken':
      return showForm(c, { bill, problem: messages.billTaken, billPath }, 409)
    case 'unknown':
      return showForm(c, { bill, problem: messages.billUnknown }, 502)
    case 'refused':
      break
  }
  return showForm(c, { bill, problem: `${messages.billRefused} ${opened.reason}` }, 502)
}

async function changeLines(c: TillContext): Promise<Response> {
  const fields = await formFields(c)
  const { bill, entry, problem } = readBill(c, fields)
  // Enter in the empty field of a bill with lines: the cashier has nothing more to add.
  const isDone = fields['entry']?.[0]?.trim() === '' && fields['remove'] === undefined
  if (isDone && bill.lines.length > 0) return takePayment(c)
  if (problem === undefined) return showForm(c, { bill })
  return showForm(c, { bill, entry, problem: problemText(c, problem) }, 422)
}

async function findShown(c: TillContext) {
  const id = c.req.param('id') ?? ''
  return isBillId(id) ? findBill(c, id) : undefined
}

async function showBill(c: TillContext): Promise<Response> {
  const locale = localeOf(c)
  const { messages } = locale
  let order = await findShown(c)
  if (order === undefined) {
    return c.html(messagePage(locale, messages.pageNotFound, { isFinal: true }), 404)
  }
  let qr: BillView['qr'] = 'making'
  if (stageOf(order.state) === 'waiting') {
    const asked = await qrOfBill(c, order.id)
    if (asked.outcome === 'refused') {
      const text = `${messages.billRefused} ${asked.reason}`
      return c.html(messagePage(locale, text, { path: c.req.path }), 502)
    }
    if (asked.outcome === 'shown') qr = asked
    if (asked.outcome === 'closed') {
      qr = 'over'
      order = (await findBill(c, order.id)) ?? order
    }
  }
  const { till, ports, settings } = c.var
  const { deskOrigin } = settings
  const desk = deskOrigin === undefined ? {} : { deskOrigin }
  return c.html(billPage(locale, { till, ...desk, order, qr, nowSeconds: ports.nowSeconds() }))
}

/** The routes of bills and their payments. */
export function billRoutes(): Hono<TillHono> {
  const routes = new Hono<TillHono>()
  routes.get('/till', (c) => showForm(c, { bill: newBill() }))
  // The address of a form that did not arrive; when it is reloaded, a new bill begins.
  for (const path of ['/till/lines', '/till/bills']) {
    routes.get(path, (c) => c.redirect('/till', 303))
  }
  routes.post('/till/lines', changeLines)
  routes.post('/till/bills', takePayment)
  routes.get('/till/bills/:id', showBill)
  routes.get('/till/bills/:id/state', async (c) => {
    const order = await findShown(c)
    return order === undefined ? c.notFound() : c.json({ state: order.state })
  })
  return routes
}
