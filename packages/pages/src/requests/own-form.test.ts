import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { isOwnForm } from './own-form.ts'

const app = new Hono()
app.all('/', (c) => c.text(String(isOwnForm(c, 'https://shop.example/basket'))))

describe('isOwnForm', () => {
  it.each([
    ['POST', { 'sec-fetch-site': 'same-origin' }, 'true'],
    ['POST', { 'sec-fetch-site': 'same-site', origin: 'https://shop.example' }, 'false'],
    ['POST', { 'sec-fetch-site': 'cross-site' }, 'false'],
    ['POST', { 'sec-fetch-site': 'none' }, 'false'],
    ['POST', { origin: 'https://shop.example' }, 'true'],
    ['POST', { origin: 'http://shop.example' }, 'false'],
    ['POST', { origin: 'null' }, 'false'],
    ['POST', {}, 'false'],
    ['DELETE', { 'content-type': 'application/json' }, 'false'],
    ['GET', { 'sec-fetch-site': 'cross-site' }, 'true'],
  ])('for a form of %s with %j', async (method, headers, isOwn) => {
    const answer = await app.request('/', { method, headers: new Headers(Object.entries(headers)) })

    expect(await answer.text()).toBe(isOwn)
  })
})
