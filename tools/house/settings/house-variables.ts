import { createHash } from 'node:crypto'
import { houseBrand } from './house-brand.ts'
import { houseForeignRows, houseStores, houseTills } from './house-stores.ts'
import type { HousePorts } from '../places/ports.ts'
import type { HouseSecrets } from '../secrets.ts'
import { exchangePartner } from '../exchange/start-file-server.ts'

/** Name of the operator of a house, as the journal shows it. */
const houseOperator = 'operator'

/** The goods that the tills of the house sell, by barcode. */
const houseGoods = [
  { barcode: '8938505970011', name: 'Trà sen Tây Hồ', priceVnd: 45_000 },
  { barcode: '8938505970028', name: 'Cà phê Buôn Ma Thuột', priceVnd: 89_000 },
  { barcode: '8934602120014', name: 'Sổ tay giấy dó', priceVnd: 62_000 },
]

/** Addresses of a running house. */
export interface HouseAddresses {
  readonly shop: string
  readonly checkout: string
  readonly ipn: string
  readonly sandbox: string
  /** The operator's desk. */
  readonly console: string
  readonly till: string
  /** The service's file server, with the login name. */
  readonly files: string
}

/** The addresses of the Workers of a house, from its ports. */
export function addressesOf(ports: HousePorts): HouseAddresses {
  return {
    shop: `http://localhost:${ports.shop}`,
    checkout: `http://localhost:${ports.checkout}`,
    ipn: `http://localhost:${ports.ipn}`,
    sandbox: `http://localhost:${ports.sandbox}`,
    console: `http://localhost:${ports.console}`,
    till: `http://localhost:${ports.till}`,
    files: `sftp://${exchangePartner}@localhost:${ports.files}`,
  }
}

/** The shop's client at the identity server. */
function shopClient({ shop }: HouseAddresses, { shopClientSecret }: HouseSecrets): object {
  return {
    clientId: 'edge-shop',
    clientSecret: shopClientSecret,
    redirectUris: [`${shop}/auth/callback`],
    postLogoutRedirectUris: [`${shop}/auth/signed-out`],
    backchannelLogoutUri: `${shop}/auth/back-channel-logout`,
    frontchannelLogoutUri: `${shop}/auth/front-channel-logout`,
  }
}

/** The desk's client at the identity server. */
function consoleClient(addresses: HouseAddresses, secrets: HouseSecrets): object {
  return {
    clientId: 'edge-desk',
    clientName: 'Edge Books, desk',
    clientSecret: secrets.consoleClientSecret,
    redirectUris: [`${addresses.console}/auth/callback`],
    // The sandbox has no second factor; its id_tokens for the desk state that one was used.
    amr: ['pwd', 'otp', 'mfa'],
    postLogoutRedirectUris: [`${addresses.console}/auth/signed-out`],
    backchannelLogoutUri: `${addresses.console}/auth/back-channel-logout`,
    frontchannelLogoutUri: `${addresses.console}/auth/front-channel-logout`,
  }
}

/**
 * The operators of the desk, who are test customers of the sandbox: two with the role money,
 * because a refund above a limit needs both, one with the role view, and one who sees only the
 * second store.
 */
const consoleOperators = [
  { subject: 'U-AN', name: 'an', role: 'money' },
  { subject: 'U-BINH', name: 'binh', role: 'money' },
  { subject: 'U-CHI', name: 'chi', role: 'view' },
  { subject: 'U-GIANG', name: 'giang', role: 'money', stores: ['EDGE-STORE-2'] },
] as const

/**
 * The tokens for the operator API of the house: one for its command line, as a program with the
 * role money.
 */
function operatorsOf({ operatorToken }: HouseSecrets): string {
  const token_sha256 = createHash('sha256').update(operatorToken).digest('hex')
  return JSON.stringify([{ name: houseOperator, role: 'money', holder: 'program', token_sha256 }])
}

/**
 * Hosts that the service may call: for callbacks of payments and of linked wallets, and for logout
 * notices to the shop and the desk.
 */
function callbackHosts({ ipn, checkout, shop, console: desk }: HouseAddresses): string {
  return [ipn, checkout, shop, desk].map((address) => new URL(address).host).join(',')
}

function consoleVariables(
  addresses: HouseAddresses,
  secrets: HouseSecrets,
): Readonly<Record<string, string>> {
  return {
    CONSOLE_URL: addresses.console,
    AUTH_URL: addresses.sandbox,
    CLIENT_ID: 'edge-desk',
    CLIENT_SECRET: secrets.consoleClientSecret,
    SESSION_SECRET: secrets.consoleSessionSecret,
    SECOND_FACTOR: 'amr:mfa',
    CONSOLE_OPERATORS: JSON.stringify(consoleOperators),
  }
}

function tillVariables(
  addresses: HouseAddresses,
  secrets: HouseSecrets,
): Readonly<Record<string, string>> {
  return {
    TILL_URL: addresses.till,
    CHECKOUT_URL: addresses.checkout,
    DESK_URL: addresses.console,
    CHECKOUT_SECRET: secrets.checkoutSecret,
    TILL_PASSWORD: secrets.tillPassword,
    TILLS: JSON.stringify(houseTills),
    GOODS: JSON.stringify(houseGoods),
  }
}

type Variables = Record<string, Readonly<Record<string, string>>>

/** Variables and secrets of each Worker of a house. */
export function variablesOf(addresses: HouseAddresses, secrets: HouseSecrets): Variables {
  const callbackKeys = [{ id: 'local', pem: secrets.callbackPublicKeyPem }]
  return {
    shop: {
      SHOP_URL: addresses.shop,
      CHECKOUT_URL: addresses.checkout,
      CHECKOUT_SECRET: secrets.checkoutSecret,
      STORE_CODE: 'EDGE-STORE-1',
      WEBHOOK_SECRET: secrets.webhookSecret,
      AUTH_URL: addresses.sandbox,
      CLIENT_ID: 'edge-shop',
      CLIENT_SECRET: secrets.shopClientSecret,
      SESSION_SECRET: secrets.sessionSecret,
    },
    checkout: {
      CHECKOUT_URL: addresses.checkout,
      CHECKOUT_SECRET: secrets.checkoutSecret,
      ORDER_KEY_SECRET: secrets.orderKeySecret,
      OPERATORS: operatorsOf(secrets),
      ...houseBrand,
    },
    console: consoleVariables(addresses, secrets),
    till: tillVariables(addresses, secrets),
    ipn: { CALLBACK_KEYS: JSON.stringify(callbackKeys), CALLBACK_SECRET: secrets.callbackSecret },
    orders: {
      SERVICE_URL: addresses.sandbox,
      SERVICE_PAYMENT_URL: addresses.sandbox,
      IPN_URL: addresses.ipn,
      CHECKOUT_URL: addresses.checkout,
      WEBHOOK_URL: `${addresses.shop}/webhooks`,
      RETURN_ORIGINS: addresses.shop,
      STORE_CODE: 'EDGE-STORE-1',
      POS_CODE: 'EDGE-POS-1',
      STORES: JSON.stringify(houseStores),
      FOREIGN_ROWS: JSON.stringify(houseForeignRows),
      PARTNER_CODE: 'EDGE',
      MERCHANT_CODE: 'EDGE',
      MERCHANT_ACCOUNT_ID: 'EDGE-ACCOUNT-1',
      TRANSFER_LIMIT_VND: '2000000',
      TRANSFER_DAY_LIMIT_VND: '10000000',
      APPROVAL_LIMIT_VND: '1000000',
      LOYALTY_BUSINESS_CODE: 'EDGE-LOYALTY',
      LOYALTY_PROGRAM_CODE: 'EDGE-POINTS',
      MERCHANT_KEY: JSON.stringify({
        keyCode: secrets.keyCode,
        privateKey: secrets.merchantPrivateKeyPem,
      }),
      CALLBACK_SECRET: secrets.callbackSecret,
      WEBHOOK_SECRET: secrets.webhookSecret,
      LINK_SECRET: secrets.linkSecret,
      PARTNER_ID: exchangePartner,
      CHECKSUM_KEY: secrets.checksumKey,
    },
    sandbox: {
      SANDBOX_URL: addresses.sandbox,
      CALLBACK_HOSTS: callbackHosts(addresses),
      SEED_KEYS: JSON.stringify([
        { keyCode: secrets.keyCode, publicKeyPem: secrets.merchantPublicKeyPem },
      ]),
      SEED_CALLBACK_KEY: secrets.callbackPrivateKeyPem,
      SEED_CHECKSUM_KEY: secrets.checksumKey,
      SEED_CLIENTS: JSON.stringify([
        shopClient(addresses, secrets),
        consoleClient(addresses, secrets),
      ]),
    },
  }
}
