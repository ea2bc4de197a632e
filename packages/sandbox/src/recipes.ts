// @merchant-edge/sandbox/recipes: how to get each code of the service.

export type { CallStep, ControlStep, Recipe, Step, StepValue } from './recipes/recipe.ts'
export { recipes } from './recipes/recipes.ts'
export { runRecipe, type RecipeBench, type RecipeOutcome } from './recipes/run-recipe.ts'
export { sandboxCodesMarkdown } from './recipes/sandbox-codes-markdown.ts'
