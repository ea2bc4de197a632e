import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jsonOf, merchantEdgeHere } from '../merchant-edge.ts'
import { scratchDirectory } from '../scratch-directory.ts'
import { scriptedCheckout, token, type Scripted } from '../scripted-checkout.ts'

const checkout = scriptedCheckout()
const directory = scratchDirectory()

describe('a refusal of checkout', () => {
  it.each([
    [400, 2, 'invalid_query'],
    [403, 1, 'role_missing'],
    [409, 1, 'not_unknown'],
    [503, 1, 'orders_unavailable'],
  ])('with %i exits with %i and says why', async (status, code, reason) => {
    const error = { reason, message: 'It is so.', remedy: 'Do this.' }
    await checkout.answers({ status, json: { error } })

    const outcome = await checkout.run('orders', 'list', '--json')

    expect(outcome.code).toBe(code)
    expect(jsonOf(outcome)).toEqual({ error })
  })

  it.each([
    [{ MERCHANT_EDGE_TOKEN: token }, 'Check --token or MERCHANT_EDGE_TOKEN, or sign in with'],
    [{}, 'Sign in with merchant-edge sign-in.'],
  ])('of the token, which comes from %j, says where to get another', async (given, remedy) => {
    const error = { reason: 'unauthorized', message: 'It is so.', remedy: 'Send a header.' }
    await checkout.answers({ status: 401, json: { error } })
    const file = join(mkdtempSync(join(directory, 'access-')), 'operator.json')
    writeFileSync(file, JSON.stringify({ url: checkout.url, token }))
    const environment = { MERCHANT_EDGE_URL: checkout.url, MERCHANT_EDGE_ACCESS: file, ...given }

    const outcome = await merchantEdgeHere(['orders', 'list', '--json'], { environment })

    expect(outcome.code).toBe(1)
    expect(jsonOf(outcome)).toEqual({
      error: { ...error, remedy: expect.stringContaining(remedy) },
    })
  })

  it.each([
    [['storeCode'], 'storeCode must be a code.', '--store must be a code.'],
    [
      ['posCode'],
      "The list's posCode must come with a storeCode: two stores.",
      '--terminal must come with a --store: two stores.',
    ],
    [
      ['day', 'state'],
      'day must be a day. state must be one of a state, b.',
      '--day must be a day. --state must be one of a state, b.',
    ],
    [['cursor'], "The list's cursor must be the one before.", '--cursor must be the one before.'],
    [['orderId'], 'orderId must be known.', 'orderId must be known.'],
    [[], 'state must be left alone.', 'state must be left alone.'],
  ])('of the fields %j names the options', async (fields, message, said) => {
    const error = { reason: 'invalid_query', message, remedy: message }
    await checkout.answers({ status: 400, json: { error: { ...error, fields } } })

    const outcome = await checkout.run('orders', 'list', '--json')

    expect(outcome.code).toBe(2)
    expect(jsonOf(outcome)).toMatchObject({ error: { message: said } })
  })

  it('of two fields of a refund that differ from an earlier one names the options', async () => {
    const message = 'The refund id belongs to another refund: transactionId, vnd, points differ.'
    const fields = ['transactionId', 'vnd', 'points']
    const error = { reason: 'refund_id_taken', message, remedy: 'Use a new id.', fields }
    await checkout.answers({ status: 409, json: { error } })

    const outcome = await checkout.run(
      'refunds',
      'create',
      'O1',
      '--refund',
      'R1',
      '--vnd',
      '1',
      '--reason',
      'why',
    )

    expect(outcome.stderr).toContain('refund: --transaction, --vnd, --points differ.')
  })

  it('of an unknown id names the id', async () => {
    const error = { reason: 'not_found', message: 'There is none.', remedy: 'Look.' }
    await checkout.answers({ status: 404, json: { error } })

    const outcome = await checkout.run(
      'differences',
      'decide',
      '2026-09-01',
      'RU/N',
      '7',
      '--verdict',
      'ours',
      '--reason',
      'why',
      '--json',
    )

    expect(jsonOf(outcome)).toMatchObject({
      error: { message: 'There is none. DATE is "2026-09-01", RUN is "RU/N", POSITION is "7".' },
    })
  })

  it.each([
    ['Look its id up with GET /operator/alerts.', 'Look its id up with merchant-edge alerts list.'],
    ['GET /operator/runs/2026-09-01 says why.', 'merchant-edge runs show 2026-09-01 says why.'],
    [
      'See POST /operator/orders/O.1/refunds/R-1/settle, or GET /operator/orders.csv.',
      'See merchant-edge refunds settle O.1 --refund R-1, or merchant-edge orders export.',
    ],
    ['Ask for GET /operator/tomorrow.', 'Ask for GET /operator/tomorrow.'],
  ])('by %j names the commands to use', async (text, said) => {
    const error = { reason: 'not_found', message: text, remedy: text }
    await checkout.answers({ status: 409, json: { error } })

    const outcome = await checkout.run('orders', 'show', 'O1', '--json')

    expect(jsonOf(outcome)).toEqual({
      error: { reason: 'not_found', message: said, remedy: said },
    })
  })

  it.each<Scripted>([
    { status: 502, text: '<html>Bad gateway</html>' },
    { status: 200, text: '<html>Welcome</html>' },
    { status: 200, json: [] },
    { status: 200, json: { runs: [] } },
    { status: 302, headers: { location: 'https://elsewhere.example/' }, text: '' },
  ])('in an unknown form is an error: %j', async (answer) => {
    await checkout.answers(answer)

    const outcome = await checkout.run('orders', 'list', '--json')

    expect(outcome.code).toBe(1)
    expect(jsonOf(outcome)).toMatchObject({ error: { reason: 'unexpected_answer' } })
    expect(outcome.stdout + outcome.stderr).not.toContain(token)
  })

  it.each<Scripted>([
    { status: 502, text: '<html>Bad gateway</html>' },
    { status: 524, text: '<html>A timeout occurred</html>' },
    { status: 200, text: '<html>Welcome</html>' },
    { status: 200, text: '{"outcome":', breaks: true },
    { status: 503, text: '{"error":', breaks: true },
  ])('in an unknown form to an action says that it may have happened: %j', async (answer) => {
    await checkout.answers(answer, answer)

    const acted = await checkout.run('alerts', 'close', '7', '--reason', 'why', '--json')
    const looked = await checkout.run('alerts', 'list', '--json')

    const reason = answer.breaks === true ? 'unreachable' : 'unexpected_answer'
    expect([acted.code, looked.code]).toEqual([1, 1])
    expect(jsonOf(acted)).toMatchObject({
      error: { reason, remedy: expect.stringContaining('An action may have happened') },
    })
    expect(jsonOf(looked)).toMatchObject({
      error: { reason, remedy: expect.not.stringContaining('may have happened') },
    })
  })

  it.each([
    ['alerts', 'close', '7'],
    ['callbacks', 'replay', '17'],
    ['differences', 'decide', '2026-09-01', 'R1', '1', '--verdict', 'ours'],
    ['endpoints', 'resume', 'shop'],
    ['events', 'resend', 'E1'],
    ['events', 'resend'],
    ['payments', 'accept', 'O1', '--transaction', 'T1'],
    ['payments', 'deny', 'O1'],
    ['payments', 'release', 'O1', '--transaction', 'T1'],
    ['payments', 'reopen', 'O1', '--transaction', 'T1'],
    ['payments', 'settle', 'O1', '--reference', 'r1', '--result', 'not_paid'],
    ['persons', 'erase', '--customer', 'C-17'],
    ['proposals', 'refuse', 'R1'],
    ['refunds', 'create', 'O1', '--refund', 'R1', '--vnd', '5'],
    ['refunds', 'settle', 'O1', '--refund', 'R1', '--result', 'not_refunded'],
    ['runs', 'force', '2026-09-01'],
    ['transfers', 'settle', 'T1', '--result', 'refused'],
  ])('that is the JSON of another host is no success of an action: %s %s', async (...args) => {
    await checkout.answers({ json: { status: 'ok' } })

    const acted = await checkout.run(...args, '--reason', 'why', '--json')

    expect(acted.code).toBe(1)
    expect(jsonOf(acted)).toMatchObject({
      error: {
        reason: 'unexpected_answer',
        remedy: expect.stringContaining('An action may have happened'),
      },
    })
  })

  it.each([
    ['alerts', 'show', '7'],
    ['events', 'show', 'E1'],
    ['links', 'show', 'L1'],
    ['orders', 'show', 'O1'],
    ['persons', 'export', '--customer', 'C-17'],
    ['proposals', 'show', 'R1'],
    ['runs', 'show', '2026-09-01'],
    ['transfers', 'show', 'T1'],
  ])('that is the JSON of another host shows nothing: %s %s', async (...args) => {
    await checkout.answers({ json: { status: 'ok', deliveries: [] } })

    const looked = await checkout.run(...args, '--json')

    expect(looked.code).toBe(1)
    expect(jsonOf(looked)).toMatchObject({ error: { reason: 'unexpected_answer' } })
  })

  it('that no checkout gives to an action does not say that it may have happened', async () => {
    await checkout.answers({ status: 404, text: '<html>Not found</html>' })

    const acted = await checkout.run('alerts', 'close', '7', '--reason', 'why', '--json')

    expect(jsonOf(acted)).toMatchObject({
      error: { remedy: expect.not.stringContaining('may have happened') },
    })
  })

  it('or no connection to a checkout, to which nothing was sent', async () => {
    const acted = await checkout.run('alerts', 'close', '7', '--reason', 'why', '--json')
    const looked = await checkout.run('orders', 'list', '--json')

    expect([acted.code, looked.code]).toEqual([1, 1])
    expect(jsonOf(acted)).toMatchObject({
      error: {
        reason: 'unreachable',
        remedy: 'Check --url, and whether the checkout Worker is up. Nothing was done.',
      },
    })
    expect(jsonOf(looked)).toMatchObject({
      error: {
        reason: 'unreachable',
        remedy: 'Check --url, and whether the checkout Worker is up.',
      },
    })
  })
})
