import { verifyPaymentCallback } from '@merchant-edge/callback'
import { signedCallbackUrl } from '@merchant-edge/callback/testing'
import { call, createClient, WalletError } from '@merchant-edge/client'
import { queryOrder, refundOrder } from '@merchant-edge/contract'
import { createRelyingParty, startSignIn } from '@merchant-edge/oidc'
import { checksumProfiles, reconcile } from '@merchant-edge/reconcile'
import { checksumOfValues, formatRow, md5Hex, parseFileName } from '@merchant-edge/reconcile/files'
import {
  generateKeyPair,
  importPrivateKey,
  importPublicKey,
  KeyError,
  signRequest,
  verifyText,
} from '@merchant-edge/signing'

/** The result of one check of the suite. */
export interface SuiteResult {
  readonly name: string
  /** Empty if the check passed. */
  readonly problem: string
}

function expectEqual(actual: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (left !== right) throw new Error(`expected ${right}, got ${left}`)
}

const signed = {
  pay_status: 'SUCCESS',
  transaction_id: 'TX-1',
  order_id: '20260101T000000000001',
} as const

function answering(json: unknown): typeof fetch {
  return () => Promise.resolve(Response.json(json))
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

const discovery = {
  issuer: 'https://auth.example.test/',
  authorization_endpoint: 'https://auth.example.test/oauth2/auth',
  token_endpoint: 'https://auth.example.test/oauth2/token',
  jwks_uri: 'https://auth.example.test/.well-known/jwks.json',
}

const checks: Readonly<Record<string, () => Promise<void>>> = {
  async 'starts a sign-in with PKCE, state and nonce'() {
    const relyingParty = createRelyingParty({
      issuer: 'https://auth.example.test',
      clientId: 'shop',
      authentication: { method: 'none' },
      ports: {
        fetch: answering(discovery),
        now: () => 1_800_000_000,
        wait: async () => {},
        deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
      },
    })

    const { url } = await startSignIn(relyingParty, { redirectUri: 'https://shop.example.test/cb' })
    const { searchParams } = new URL(url)
    expectEqual(searchParams.get('code_challenge_method'), 'S256')
    expectEqual([searchParams.has('state'), searchParams.has('nonce')], [true, true])
  },

  async 'makes the checksum of a row of the daily files'() {
    expectEqual(md5Hex(bytesOf('a')), '0cc175b9c0f1b6a831c399e269772661')
    const checksum = checksumOfValues(['a', 'b'], checksumProfiles.record, 'key')
    expectEqual(checksum, md5Hex(bytesOf('a,bkey')))
    expectEqual(parseFileName('20260901_EDGE_SERVICE_TRAN.csv')?.kind, 'partner')
  },

  async 'compares two daily files'() {
    const signing = { profile: checksumProfiles.record, key: 'checksum key' }
    const shared = (amount: string) => [
      'INV-1',
      'TX-1',
      amount,
      'VND',
      '0',
      '0',
      '0',
      '',
      '',
      '',
      '01/09/2026',
      '',
    ]
    const partner = new Blob([formatRow(['P1', ...shared('5.0'), '0', '"', '1'], signing)])
    const compared = async (amount: string) => {
      const service = new Blob([formatRow([...shared(amount), 'Đ', 'S1', '0', '1'], signing)])
      const { counts, bridge } = await reconcile({
        partner: { open: () => partner.stream() },
        service: { open: () => service.stream() },
        key: signing.key,
        force: true,
      })
      return [counts['00'], counts['03'], bridge.closes]
    }
    expectEqual(await compared('5'), [1, 0, true])
    expectEqual(await compared('6'), [0, 1, true])
  },

  async 'signs a request that the public key verifies'() {
    const pair = await generateKeyPair()
    const request = await signRequest({
      key: await importPrivateKey(pair.privateKeyPem),
      keyCode: 'key-1',
      method: 'POST',
      path: '/merchant-integration/v1/orders/refund',
      body: '{"description":"Trả lại tiền"}',
    })

    const publicKey = await importPublicKey(pair.publicKeyPem)
    const signature = request.headers['X-Signature']
    expectEqual(await verifyText(publicKey, request.signedText, signature), true)
    expectEqual(await verifyText(publicKey, `${request.signedText} `, signature), false)
  },

  async 'names the wrong kind of key'() {
    const pair = await generateKeyPair()

    const error = await importPrivateKey(pair.publicKeyPem).catch((reason: unknown) => reason)
    expectEqual(error instanceof KeyError && error.code, 'ERR_KEY_INVALID')
  },

  async 'verifies a callback and rejects a changed one'() {
    const pair = await generateKeyPair()
    const privateKey = await importPrivateKey(pair.privateKeyPem)
    const url = await signedCallbackUrl({
      url: 'https://shop.example.test/ipn',
      privateKey,
      signed,
    })
    const keys = [{ id: 'one', key: pair.publicKeyPem }]

    const genuine = await verifyPaymentCallback(url, { keys })
    const changed = await verifyPaymentCallback(url.replace('TX-1', 'TX-2'), { keys })
    expectEqual(genuine.verified && genuine.signed.transaction_id, 'TX-1')
    expectEqual(changed.verified, false)

    const urls = Array.from({ length: 30 }, (_, turn) =>
      turn % 3 === 0 ? url.replace('TX-1', `TX-${turn + 2}`) : url,
    )
    const atOnce = await Promise.all(urls.map((one) => verifyPaymentCallback(one, { keys })))
    expectEqual(
      atOnce.map(({ verified }) => verified).join(),
      urls.map((one) => one === url).join(),
    )
  },

  async 'calls an endpoint and reads its answer'() {
    const pair = await generateKeyPair()
    const client = createClient({
      baseUrl: 'https://service.example.test',
      keyCode: 'key-1',
      privateKey: pair.privateKeyPem,
      fetch: answering({
        meta: { code: 200, message: 'OK' },
        data: { order_id: signed.order_id, pay_status: 'SUCCESS', order_amount: '10000' },
      }),
    })

    const answer = await call(client, queryOrder, { order_id: signed.order_id })
    expectEqual(answer.outcome === 'accepted' && answer.data.order_amount, 10_000)
  },

  async 'reads a refusal with its remedy'() {
    const pair = await generateKeyPair()
    const client = createClient({
      baseUrl: 'https://service.example.test',
      keyCode: 'key-1',
      privateKey: pair.privateKeyPem,
      fetch: answering({ meta: { code: 4000820, message: 'too late' } }),
    })

    const answer = await call(client, refundOrder, {
      order_reference_id: 'R-1',
      original_order_reference_id: 'A-1',
      vnd_amount: 1000,
    })
    expectEqual(answer.outcome === 'refused' && answer.reason, 'refund_period_over')
  },

  async 'says that a request without an answer may have been applied'() {
    const pair = await generateKeyPair()
    const client = createClient({
      baseUrl: 'https://service.example.test',
      keyCode: 'key-1',
      privateKey: pair.privateKeyPem,
      attempts: 1,
      fetch: () => Promise.reject(new TypeError('connection reset')),
    })

    const error = await call(client, refundOrder, {
      order_reference_id: 'R-1',
      original_order_reference_id: 'A-1',
      vnd_amount: 1000,
    }).catch((reason: unknown) => reason)
    expectEqual(error instanceof WalletError && error.sent, 'maybe')
  },
}

/** Runs every check and returns the results; never throws. */
export async function runSuite(): Promise<SuiteResult[]> {
  const results: SuiteResult[] = []
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check()
      results.push({ name, problem: '' })
    } catch (error) {
      results.push({ name, problem: error instanceof Error ? error.message : String(error) })
    }
  }
  return results
}
