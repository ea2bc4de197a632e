import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { reporters } from '../../vitest.shared.ts'

export default defineConfig({
  plugins: [cloudflareTest({ wrangler: { configPath: './wrangler.jsonc' } })],
  test: {
    include: ['src/**/*.test.ts'],
    ...reporters(import.meta.dirname, 'small'),
  },
})
