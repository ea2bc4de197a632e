import { html } from 'hono/html'
import {
  type WalletLink,
  findLink,
  findLinkByWebToken,
  listLinks,
} from '../linked-accounts/links.ts'
import { listMerchants } from '../merchants/merchant-rights.ts'
import { type PurchaseCode, listPurchaseCodes } from '../online-transactions/purchases.ts'
import { formatPhone, formatTime, formatVnd, type Speech } from '../page-frame/language.ts'
import type { Markup } from '../page-frame/layout.ts'
import type { Sandbox } from '../sandbox.ts'
import { listWallets } from '../wallets/wallets.ts'

/** Linked accounts on the phone page. */
export interface PhoneLinks {
  /** All links and requests for one. */
  readonly links: readonly WalletLink[]
  /** One-time codes that still work. */
  readonly codes: readonly PurchaseCode[]
  /** Names of merchants by their codes. */
  readonly merchantNames: ReadonlyMap<string, string>
  /** Names of customers by the ids of their wallets. */
  readonly customerNames: ReadonlyMap<string, string>
}

/** Messages with one-time codes, as a real service would send them to the phone. */
export function phoneMessages({ messages, language }: Speech, view: PhoneLinks): Markup {
  return html`<section aria-labelledby="messages">
    <h2 id="messages">${messages.messages}</h2>
    ${view.codes.length === 0 ? html`<p class="soft">${messages.noMessages}</p>` : ''}
    ${view.codes.map(
      ({ purchase, otp, expiresAt }) =>
        html`<div class="notice" data-transaction="${purchase.transactionId}">
          <p class="small soft">
            ${view.customerNames.get(purchase.walletId) ?? purchase.walletId}
          </p>
          <p>
            ${messages.messageCode}
            ${view.merchantNames.get(purchase.merchantCode) ?? purchase.merchantCode},
            ${formatVnd(purchase.billVnd, language)}: <strong data-otp>${otp}</strong>
          </p>
          <p class="small soft">
            ${messages.messageUntil} ${formatTime(expiresAt, language)}. ${messages.messageSecret}
          </p>
        </div>`,
    )}
  </section>`
}

function openLinks({ messages }: Speech, view: PhoneLinks): Markup | string {
  const open = view.links.filter(({ stage }) => stage === 'open')
  if (open.length === 0) return ''
  return html`<section aria-labelledby="open-links">
    <h2 id="open-links">${messages.openLinks}</h2>
    ${open.map(
      (link) =>
        html`<form method="post" action="/phone">
          <input type="hidden" name="qr" value="${link.webUrl}" />
          <button class="wide">
            ${messages.openLink} ${view.merchantNames.get(link.merchantCode) ?? link.merchantCode}
            <span class="soft small">${link.partnerUserId}</span>
          </button>
        </form>`,
    )}
  </section>`
}

/** Links that wait to be confirmed, and linked partners with the way to end each link. */
export function phoneLinks(speech: Speech, view: PhoneLinks): Markup {
  const { messages, language } = speech
  const linked = view.links.filter(({ stage }) => stage === 'linked')
  return html`${openLinks(speech, view)}
    <section aria-labelledby="linked-partners">
      <h2 id="linked-partners">${messages.linkedPartners}</h2>
      ${linked.length === 0 ? html`<p class="soft">${messages.noLinkedPartners}</p>` : ''}
      ${linked.map(
        ({ linkId, merchantCode, walletId, phoneNumber, linkedAt, partnerUserId }) =>
          html`<form method="post" action="/phone/unlink" class="partner">
            <input type="hidden" name="linkId" value="${linkId}" />
            <p>
              <strong>${view.merchantNames.get(merchantCode) ?? merchantCode}</strong>
              <code>${partnerUserId}</code>
              <span class="small soft block"
                >${view.customerNames.get(walletId ?? '') ?? ''} ${formatPhone(phoneNumber ?? '')},
                ${messages.linkedSince} ${formatTime(linkedAt ?? 0, language)}</span
              >
            </p>
            <button class="small danger">${messages.unlink}</button>
          </form>`,
      )}
    </section>`
}

/** Reads the linked accounts for the phone page. */
export async function readPhoneLinks(sandbox: Sandbox): Promise<PhoneLinks> {
  const [links, codes, merchants, wallets] = await Promise.all([
    listLinks(sandbox),
    listPurchaseCodes(sandbox),
    listMerchants(sandbox.database),
    listWallets(sandbox.database),
  ])
  return {
    links,
    codes,
    merchantNames: new Map(merchants.map(({ code, name }) => [code, name])),
    customerNames: new Map(wallets.map(({ id, fullName }) => [id, fullName])),
  }
}

/** The link whose QR was scanned, or whose id was typed; `undefined` for any other text. */
export async function findScannedLink(
  sandbox: Sandbox,
  text: string,
): Promise<WalletLink | undefined> {
  const scanned = /\/link\/(\w+)\?t=(\w+)$/.exec(text)
  if (scanned === null) return findLink(sandbox, text)
  const [, linkId = '', webToken = ''] = scanned
  return findLinkByWebToken(sandbox, linkId, webToken)
}
