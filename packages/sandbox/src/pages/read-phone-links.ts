import {
  findLink,
  findLinkByWebToken,
  listLinks,
  type WalletLink,
} from '../linked-accounts/links.ts'
import { listMerchants } from '../merchants/merchant-rights.ts'
import { listPurchaseCodes } from '../online-transactions/purchases.ts'
import type { Sandbox } from '../sandbox.ts'
import { listWallets } from '../wallets/wallets.ts'
import type { PhoneLinks } from './phone-links.ts'

/** Reads what of linked accounts the phone shows. */
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
