import { commonRecipes } from './common-recipes.ts'
import { gatewayGiftCodeRecipes } from '../gift-codes/gateway-recipes.ts'
import { gatewayMemberRecipes } from '../members/gateway-recipes.ts'
import { gatewayTopUpRecipes } from '../top-ups/gateway-recipes.ts'
import { giftCodeRecipes } from '../gift-codes/recipes.ts'
import { membershipRecipes } from '../members/recipes.ts'
import { linkedAccountRecipes } from '../linked-accounts/recipes.ts'
import type { Recipe } from './recipe.ts'
import { refundRecipes } from '../refunds/recipes.ts'
import { topUpRecipes } from '../top-ups/recipes.ts'
import { transferRecipes } from '../transfers/recipes.ts'
import { voucherRecipes } from '../vouchers/recipes.ts'

function byTableAndCode(one: Recipe, other: Recipe): number {
  if (one.table !== other.table) return one.table < other.table ? -1 : 1
  return one.code - other.code
}

/** How to get every code of the service: data that a test runs and the documentation shows. */
export const recipes: readonly Recipe[] = [
  ...commonRecipes,
  ...linkedAccountRecipes,
  ...refundRecipes,
  ...transferRecipes,
  ...voucherRecipes,
  ...membershipRecipes,
  ...giftCodeRecipes,
  ...topUpRecipes,
  ...gatewayMemberRecipes,
  ...gatewayTopUpRecipes,
  ...gatewayGiftCodeRecipes,
].toSorted(byTableAndCode)
