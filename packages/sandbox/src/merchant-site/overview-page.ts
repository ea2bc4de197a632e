import { html } from 'hono/html'
import { Hono } from 'hono'
import {
  merchantSpeech,
  type MerchantContext,
  type MerchantSiteHono,
} from '../merchant-staff/merchant-site.ts'
import type { Staff } from '../merchant-staff/staff.ts'
import { findMerchant, type Merchant } from '../merchants/merchant-rights.ts'
import { page, type Markup } from '../page-frame/layout.ts'
import { merchantSections, type MerchantSpeech } from '../page-frame/merchant-sections.ts'

/**
 * The first page of the merchant site: the merchant, and what the account that is logged in may do.
 */
function overviewPage(speech: MerchantSpeech, staff: Staff, merchant: Merchant): Markup {
  const { messages } = speech
  return page({
    ...speech,
    title: messages.merchantSite,
    path: '/merchant',
    audience: 'tester',
    content: html`${merchantSections(speech, '/merchant')}
      <h1>${merchant.name}</h1>
      <section class="card">
        <dl>
          <dt>${messages.merchantCode}</dt>
          <dd><code>${merchant.code}</code></dd>
          <dt>${messages.merchantRights}</dt>
          <dd>${merchant.rights.join(', ')}</dd>
          <dt>${messages.userName}</dt>
          <dd>${staff.fullName} <code>${staff.userName}</code></dd>
          <dt>${messages.staffRole}</dt>
          <dd>${messages[`staffRole_${staff.role}`]}</dd>
          <dt>${messages.staffRights}</dt>
          <dd>
            ${staff.role === 'master' ? messages.allRights : staff.rights.join(', ') || messages.noRights}
          </dd>
        </dl>
      </section>`,
  })
}

async function show(c: MerchantContext) {
  const { sandbox, staff } = c.var
  const merchant = await findMerchant(sandbox.database, staff.merchantCode)
  if (merchant === undefined) return c.notFound()
  return c.html(overviewPage(merchantSpeech(c), staff, merchant))
}

/** `/merchant`, the first page of the merchant site. */
export function overviewRoutes(): Hono<MerchantSiteHono> {
  const app = new Hono<MerchantSiteHono>()
  app.get('/merchant', show)
  return app
}
