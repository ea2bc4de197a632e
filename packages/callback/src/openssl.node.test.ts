import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyPaymentCallback } from './callback-verifier.ts'

// A second signer, with a new key in every run: the openssl command.

const noOpenssl = ((): string => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'pipe' })
    return ''
  } catch {
    return '(the openssl command is not installed)'
  }
})()

const folder = mkdtempSync(join(tmpdir(), 'callback-'))
function openssl(command: string): void {
  execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'pipe' })
}

afterAll(() => rmSync(folder, { recursive: true }))

// Specification: 5.4.1
describe.skipIf(noOpenssl !== '')(`callbacks that openssl signs ${noOpenssl}`, () => {
  beforeAll(() => {
    openssl('genrsa -out private.pem 2048')
    openssl('pkey -in private.pem -pubout -out public.pem')
  })

  it.each(['TX-1', 'TX_2', '1'.repeat(64)])('verify: %s', async (transaction) => {
    writeFileSync(join(folder, 'text'), `SUCCESS;${transaction};20200302T00100015912`)
    openssl('dgst -sha256 -sign private.pem -out signature text')
    const signature = readFileSync(join(folder, 'signature')).toString('base64')
    const query = new URLSearchParams({
      order_id: '20200302T00100015912',
      pay_status: 'SUCCESS',
      transaction_id: transaction,
      signature,
    })
    const keys = [{ id: 'openssl', key: readFileSync(join(folder, 'public.pem'), 'utf8') }]

    const genuine = await verifyPaymentCallback(`/ipn?${query}`, { keys })
    query.set('transaction_id', `${transaction.slice(1)}9`)
    const forged = await verifyPaymentCallback(`/ipn?${query}`, { keys })
    expect(genuine).toMatchObject({ verified: true, signed: { transaction_id: transaction } })
    expect(forged).toMatchObject({ verified: false, reason: 'signature_mismatch' })
  })
})
