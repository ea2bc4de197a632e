import { createShop } from './create-shop.ts'

/** A small bookshop that is paid with the wallet. */
export default createShop()
