import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type * as worker from './index.ts'

declare global {
  namespace Cloudflare {
    interface GlobalProps {
      mainModule: typeof worker
    }
  }
}

describe('the sandbox Worker', () => {
  it('makes its tables on the first request and shows its state on loopback', async () => {
    const answer = await exports.default.fetch('http://localhost/control')

    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ url: 'http://localhost' })
  })

  it('keeps the control API closed on a public name while no secret is set', async () => {
    const answer = await exports.default.fetch('https://sandbox.example/control')

    expect(answer.status).toBe(403)
  })
})
