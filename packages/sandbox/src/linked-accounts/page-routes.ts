import { Hono, type Context } from 'hono'
import { confirmLink, cancelLink, unlinkWallet } from './confirm-link.ts'
import { findLinkByWebToken, type WalletLink } from './links.ts'
import { findMerchant } from '../merchants/merchant-rights.ts'
import { qrPng } from '../page-frame/qr-png.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { signIn } from '../wallets/sign-in.ts'
import { listWallets } from '../wallets/wallets.ts'
import { formFields } from '../page-frame/forms.ts'
import { chooseLanguage } from '../page-frame/language.ts'
import { linkConsentPage, type LinkView, linkResultPage, linkSignInPage } from './link-pages.ts'
import { messagePage } from '../page-frame/message-page.ts'

type PageContext = Context<SandboxHono>

function notFound(c: PageContext) {
  const speech = chooseLanguage(c)
  const { notFoundTitle: title, notFoundText: text } = speech.texts
  return c.html(messagePage(speech, { title, text, path: c.req.path }), 404)
}

async function linkOf(c: PageContext): Promise<WalletLink | undefined> {
  const token = c.req.query('t') ?? ''
  return findLinkByWebToken(c.var.sandbox, c.req.param('linkId') ?? '', token)
}

async function viewOf(c: PageContext, link: WalletLink, problem?: string): Promise<LinkView> {
  const merchant = await findMerchant(c.var.sandbox.database, link.merchantCode)
  const { pathname, search } = new URL(link.webUrl)
  return {
    link,
    partnerName: merchant?.name ?? link.merchantCode,
    action: pathname + search,
    ...(problem !== undefined && { problem }),
  }
}

async function askToSignIn(c: PageContext, link: WalletLink, problem?: string) {
  const view = { ...(await viewOf(c, link, problem)), qrPng: await qrPng(link.webUrl) }
  const wallets = await listWallets(c.var.sandbox.database)
  return c.html(linkSignInPage(chooseLanguage(c), view, wallets))
}

async function show(c: PageContext) {
  const link = await linkOf(c)
  if (link === undefined) return notFound(c)
  if (link.stage === 'open') return askToSignIn(c, link)
  return c.html(linkResultPage(chooseLanguage(c), await viewOf(c, link), link.stage))
}

/** Every step signs in anew, so that none can be skipped; what is done is shown by a page of its own. */
async function takeStep(c: PageContext) {
  const link = await linkOf(c)
  if (link === undefined) return notFound(c)
  const view = await viewOf(c, link)
  if (link.stage !== 'open') return c.redirect(view.action, 303)
  const { sandbox } = c.var
  const speech = chooseLanguage(c)
  const { phone = '', pin = '', step } = await formFields(c)
  if (step === 'cancel') {
    await cancelLink(sandbox, link.linkId)
    return c.redirect(view.action, 303)
  }
  const signed = await signIn(sandbox, { phone, pin })
  if (signed.outcome === 'refused') return askToSignIn(c, link, speech.texts.wrongPin)
  const { wallet } = signed
  if (wallet.status === 'blocked') return askToSignIn(c, link, speech.texts.wallet_blocked)
  if (step === 'confirm') {
    await confirmLink(sandbox, { linkId: link.linkId, walletId: wallet.id })
    return c.redirect(view.action, 303)
  }
  const { otpFromVnd } = sandbox.settings.rules
  return c.html(linkConsentPage(speech, { ...view, otpFromVnd }, { phone, pin, wallet }))
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
