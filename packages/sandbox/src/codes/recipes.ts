import { commonRecipes } from './common-recipes.ts'
import type { Recipe } from './recipe.ts'
import { refundRecipes } from './refund-recipes.ts'

/** How to provoke every code of the service: data that a test runs and the documentation shows. */
export const recipes: readonly Recipe[] = [...commonRecipes, ...refundRecipes].toSorted((a, b) =>
  a.table === b.table ? a.code - b.code : a.table < b.table ? -1 : 1,
)
