import { html } from 'hono/html'
import { Hono, type Context } from 'hono'
import { findMerchant } from '../merchants/merchant-rights.ts'
import type { Messages } from '../messages/english.ts'
import { formFields } from '../page-frame/forms.ts'
import {
  formatPhone,
  formatTime,
  type Speech,
  formatVnd,
  chooseLanguage,
} from '../page-frame/language.ts'
import { page, type Markup, resultIcon, messagePage } from '../page-frame/layout.ts'
import { qrPng } from '../page-frame/qr-png.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { keepSignIn, keptSignIn, signInOnPage } from '../wallets/kept-sign-in.ts'
import { signInForms, credentials, type SignedIn } from '../wallets/sign-in.ts'
import { type WalletWithPin, listWallets } from '../wallets/wallets.ts'
import { confirmLink, cancelLink, unlinkWallet } from './change-link.ts'
import { type WalletLink, type LinkStage, findLinkByWebToken } from './links.ts'

/** What every step of linking a wallet shows. */
export interface LinkView {
  readonly link: WalletLink
  readonly partnerName: string
  /** Path of the link with its token: where the forms go. */
  readonly action: string
  /** Path of this page: the link and its step. */
  readonly path: string
  /** What went wrong in the step before, in the language of the page. */
  readonly problem?: string
}

/** A step of linking a wallet: who asks, what went wrong before, and the step itself. */
function linkFrame(speech: Speech, view: LinkView, content: Markup): Markup {
  const { messages, language } = speech
  const { link, partnerName, path, problem } = view
  return page({
    ...speech,
    title: messages.linkTitle,
    path,
    audience: 'customer',
    content: html`<section class="card">
        <h1>${messages.linkTitle}</h1>
        <p><strong>${partnerName}</strong> ${link.stage === 'open' ? messages.linkAsks : ''}</p>
        <dl>
          <dt>${messages.linkUser}</dt>
          <dd><code>${link.partnerUserId}</code></dd>
          ${
            link.phoneNumber === null
              ? html`<dt>${messages.linkUntil}</dt>
                  <dd>${formatTime(link.expiresAt, language)}</dd>`
              : html`<dt>${messages.linkWallet}</dt>
                  <dd>${formatPhone(link.phoneNumber)}</dd>`
          }
        </dl>
      </section>
      ${problem === undefined ? '' : html`<div class="notice bad" role="alert">${problem}</div>`}
      ${content}`,
  })
}

/** The way out of every step. */
function cancelLinkButton({ messages }: Speech, action: string): Markup {
  return html`<form method="post" action="${action}" class="row">
    <button name="step" value="cancel">${messages.cancel}</button>
  </form>`
}

/**
 * First step: sign in here, or scan the QR of this very page with the phone that has the wallet.
 */
function linkSignInPage(
  speech: Speech,
  view: LinkView & { readonly qrPng: string },
  wallets: readonly WalletWithPin[],
): Markup {
  const { messages } = speech
  const { problem, qrPng, ...frame } = view
  const { action } = view
  return linkFrame(
    speech,
    frame,
    html`<div class="link-steps">
        ${signInForms(speech, { action, text: messages.linkSignInText, wallets, problem })}
        <section class="card center device-qr" aria-labelledby="on-phone">
          <h2 id="on-phone">${messages.linkOnPhone}</h2>
          <p class="soft">${messages.linkOnPhoneText}</p>
          <img
            class="qr"
            src="data:image/png;base64,${qrPng}"
            alt="${messages.linkQr}"
            width="240"
            height="240"
          />
        </section>
      </div>
      ${cancelLinkButton(speech, action)}`,
  )
}

/** Second step: the customer reads what the link allows, and confirms it. */
function linkConsentPage(
  speech: Speech,
  view: LinkView & { readonly otpAboveVnd: number },
  signedIn: SignedIn,
): Markup {
  const { messages, language } = speech
  const { action, otpAboveVnd } = view
  return linkFrame(
    speech,
    view,
    html`<section class="card">
        <h2>${signedIn.wallet.fullName}</h2>
        <p class="soft small">${messages.linkWallet} ${formatPhone(signedIn.phone)}</p>
        <ul>
          <li>${messages.linkAllows}</li>
          <li>${messages.linkCodeAbove} ${formatVnd(otpAboveVnd, language)}.</li>
          <li>${messages.linkUndo}</li>
        </ul>
        <form method="post" action="${action}">
          ${credentials(signedIn)}
          <button class="main wide" name="step" value="confirm">${messages.linkConfirm}</button>
        </form>
      </section>
      ${cancelLinkButton(speech, action)}`,
  )
}

type Ended = Exclude<LinkStage, 'open'>

const words = {
  linked: ['link_linked', 'linkedText'],
  cancelled: ['link_cancelled', 'linkCancelledText'],
  expired: ['link_expired', 'linkExpiredText'],
  unlinked: ['link_unlinked', 'linkUnlinkedText'],
} as const satisfies Record<Ended, readonly [keyof Messages, keyof Messages]>

/** Last page: the link is confirmed, cancelled, expired or ended. */
function linkResultPage(speech: Speech, view: LinkView, stage: Ended): Markup {
  const [title, text] = words[stage]
  return linkFrame(
    speech,
    view,
    html`<section class="card center" role="status">
      ${resultIcon(stage === 'linked' ? 'good' : 'bad')}
      <h2>${speech.messages[title]}</h2>
      <p class="soft">${speech.messages[text]}</p>
    </section>`,
  )
}

type PageContext = Context<SandboxHono>

const problems = ['wrongPin', 'wallet_blocked'] as const

function notFound(c: PageContext) {
  const speech = chooseLanguage(c)
  const { notFoundTitle: title, notFoundText: text } = speech.messages
  return c.html(messagePage(speech, { title, text, path: c.req.path }), 404)
}

async function linkOf(c: PageContext): Promise<WalletLink | undefined> {
  const token = c.req.query('t') ?? ''
  return findLinkByWebToken(c.var.sandbox, c.req.param('linkId') ?? '', token)
}

async function viewOf(c: PageContext, link: WalletLink): Promise<LinkView> {
  const merchant = await findMerchant(c.var.sandbox.database, link.merchantCode)
  const { pathname, search } = new URL(link.webUrl)
  const { messages } = chooseLanguage(c)
  const reason = problems.find((known) => known === c.req.query('problem'))
  const problem = reason === undefined || link.stage !== 'open' ? undefined : messages[reason]
  return {
    link,
    partnerName: merchant?.name ?? link.merchantCode,
    action: pathname + search,
    path: pathname + search,
    ...(problem !== undefined && { problem }),
  }
}

async function askToSignIn(c: PageContext, link: WalletLink) {
  const view = { ...(await viewOf(c, link)), qrPng: await qrPng(link.webUrl) }
  const wallets = await listWallets(c.var.sandbox.database)
  return c.html(linkSignInPage(chooseLanguage(c), view, wallets))
}

async function show(c: PageContext) {
  const link = await linkOf(c)
  if (link === undefined) return notFound(c)
  const view = await viewOf(c, link)
  if (link.stage !== 'open') return c.html(linkResultPage(chooseLanguage(c), view, link.stage))
  const signedIn = c.req.query('step') === 'consent' ? await keptSignIn(c) : undefined
  if (signedIn === undefined) return askToSignIn(c, link)
  const { otpAboveVnd } = c.var.sandbox.settings.rules
  const asked = { ...view, path: `${view.action}&step=consent`, otpAboveVnd }
  return c.html(linkConsentPage(chooseLanguage(c), asked, signedIn))
}

/**
 * Every step authenticates again, so that none can be skipped. The answer is always an address, so
 * that Back, Forward and a reload send no form again.
 */
async function takeStep(c: PageContext) {
  const link = await linkOf(c)
  if (link === undefined) return notFound(c)
  const { action } = await viewOf(c, link)
  if (link.stage !== 'open') return c.redirect(action, 303)
  const { sandbox } = c.var
  const fields = await formFields(c)
  const { step } = fields
  if (step === 'cancel') {
    await cancelLink(sandbox, link.linkId)
    return c.redirect(action, 303)
  }
  const signed = await signInOnPage(c, fields)
  if (signed.outcome === 'refused') return c.redirect(`${action}&problem=${signed.reason}`, 303)
  if (step === 'confirm') {
    await confirmLink(sandbox, { linkId: link.linkId, walletId: signed.signedIn.wallet.id })
    return c.redirect(action, 303)
  }
  keepSignIn(c, signed.signedIn)
  return c.redirect(`${action}&step=consent`, 303)
}

/** The pages on which a customer links a wallet to a partner, and ends a link. */
export function linkRoutes(): Hono<SandboxHono> {
  const app = new Hono<SandboxHono>()
  app.get('/link/:linkId', show)
  app.post('/link/:linkId', takeStep)
  app.post('/phone/unlink', async (c) => {
    const { linkId = '' } = await formFields(c)
    await unlinkWallet(c.var.sandbox, linkId)
    return c.redirect('/phone', 303)
  })
  return app
}
