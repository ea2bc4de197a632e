import { createMiddleware } from 'hono/factory'
import type { CheckoutEnv } from '../checkout-env.ts'
import { chooseLanguage } from '../pages/language.ts'
import { answerTrouble } from './answer-trouble.ts'

/** Turns away an address that asks too often, where the binding PAY_LIMIT says what that is. */
export const limitRate = createMiddleware<{ Bindings: CheckoutEnv }>(async (c, next) => {
  const { PAY_LIMIT } = c.env
  if (PAY_LIMIT === undefined) return next()
  const key = c.req.header('cf-connecting-ip') ?? 'unknown'
  const { success } = await PAY_LIMIT.limit({ key })
  return success ? next() : answerTrouble(c, chooseLanguage(c), 'limited')
})
