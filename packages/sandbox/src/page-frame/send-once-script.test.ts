import { sendOnceScript as original } from '@merchant-edge/pages'
import { expect, it } from 'vitest'
import { get, logIn } from '../../test/page-bench.ts'
import { workerdBench } from '../../test/workerd-bench.ts'

it('is the same script as that of packages/pages', async () => {
  const { status, headers, text } = await get('/send-once.js')

  expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(text).toBe(original)
})

it.each([
  ['/merchant/keys', '/merchant/keys'],
  ['/merchant/staff', '/merchant/staff'],
  ['/merchant/staff', '/merchant/staff/password'],
  ['/merchant/sign-on', '/merchant/sign-on'],
  ['/merchants', '/merchants'],
  ['/callbacks', '/callbacks/keys'],
  ['/sign-on', '/sign-on/keys'],
])('is loaded on %s, and the form to %s is sent once', async (path, action) => {
  const { control } = await workerdBench()
  await control.reset()
  const site = await logIn()
  await site.post('/merchant/staff', { userName: 'somebody', fullName: 'Somebody' })

  const { text, headers } = await site.get(path)

  expect(text.match(/<script[^>]*>/g)).toEqual(['<script src="/send-once.js" defer>'])
  expect(headers.get('content-security-policy')).toContain("script-src 'self';")
  expect(text).toContain(`<form method="post" action="${action}" data-send-once>`)
})
