import { createCheckout } from './create-checkout.ts'

export default createCheckout()
