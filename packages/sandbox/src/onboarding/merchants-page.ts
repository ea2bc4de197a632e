import { html } from 'hono/html'
import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { features, listMerchants, type Merchant } from '../merchants/merchant-rights.ts'
import { formFields, problemOf } from '../page-frame/forms.ts'
import { chooseLanguage, type Speech } from '../page-frame/language.ts'
import { page, type Markup } from '../page-frame/layout.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { createMerchant, newMerchant, type CreatedMerchant } from './create-merchant.ts'

/** Everything that the page of the merchants shows. */
interface MerchantsView {
  readonly merchants: readonly Merchant[]
  /** The merchant just created, with its password, which is not shown again. */
  readonly created?: CreatedMerchant
  /** Message about an error in the last form. */
  readonly problem?: string
}

function notices({ messages }: Speech, { created, problem }: MerchantsView): Markup | '' {
  if (problem !== undefined) {
    return html`<div class="notice bad" role="alert">${messages.invalidInput} ${problem}</div>`
  }
  if (created === undefined) return ''
  const { merchant, master } = created
  return html`<div class="notice good" role="status">
      ${messages.merchantCreated} <strong>${merchant.name}</strong>. ${messages.passwordOnce}
      <code>${master.staff.userName}</code>
    </div>
    <pre>${master.password}</pre>`
}

/** The page of the service's business team: the merchants, and a form that creates one. */
function merchantsPage(speech: Speech, view: MerchantsView): Markup {
  const { messages } = speech
  return page({
    ...speech,
    title: messages.merchants,
    path: '/merchants',
    audience: 'tester',
    content: html`<h1>${messages.merchants}</h1>
      <p class="soft">${messages.merchantsText} <a href="/merchant">${messages.merchantSite}</a></p>
      ${notices(speech, view)}
      <section class="card">
        ${view.merchants.map(
          ({ code, name, status, rights }) =>
            html`<p>
              <strong>${name}</strong> <code>${code}</code>
              <span class="${status === 'active' ? 'state-good' : 'state-bad'}"
                >${status === 'active' ? messages.accountOpen : messages.accountClosed}</span
              ><br /><span class="soft small">${rights.join(', ')}</span>
            </p>`,
        )}
      </section>
      <details class="card" ${view.problem === undefined ? '' : 'open'}>
        <summary>${messages.newMerchant}</summary>
        <form method="post" action="/merchants" data-send-once>
          <label for="code">${messages.merchantCode}</label>
          <input
            id="code"
            type="text"
            name="code"
            required
            pattern="[A-Z0-9][A-Z0-9\\-]{1,19}"
            autocapitalize="characters"
          />
          <label for="name">${messages.merchantName}</label>
          <input id="name" type="text" name="name" required maxlength="100" />
          <fieldset class="choices">
            <legend>${messages.merchantRights}</legend>
            ${features.map(
              (feature) =>
                html`<label class="choice">
                  <input type="checkbox" name="right-${feature}" checked /> <code>${feature}</code>
                </label>`,
            )}
          </fieldset>
          <button class="main wide">${messages.create}</button>
        </form>
      </details>`,
  })
}

type PageContext = Context<SandboxHono>

async function show(c: PageContext, extra: Omit<MerchantsView, 'merchants'> = {}) {
  const merchants = await listMerchants(c.var.sandbox.database)
  const status = extra.problem === undefined ? 200 : 400
  return c.html(merchantsPage(chooseLanguage(c), { merchants, ...extra }), status)
}

async function create(c: PageContext) {
  const { database, clock } = c.var.sandbox
  const fields = await formFields(c)
  const { code, name } = fields
  const rights = features.filter((feature) => fields[`right-${feature}`] === 'on')
  const parsed = v.safeParse(newMerchant, { code, name, rights })
  if (!parsed.success) return show(c, { problem: problemOf(parsed.issues) })
  const created = await createMerchant(database, clock.nowSeconds(), parsed.output)
  return show(c, typeof created === 'string' ? { problem: created } : { created })
}

/** `/merchants`, where the business team of the service creates merchants. */
export function merchantsRoutes(): Hono<SandboxHono> {
  const app = new Hono<SandboxHono>()
  app.get('/merchants', (c) => show(c))
  app.post('/merchants', create)
  return app
}
