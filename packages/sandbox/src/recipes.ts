// @merchant-edge/sandbox/recipes: recipes that make the service answer with each of its codes.

export type { CallStep, ControlStep, Recipe, Step, StepValue } from './recipes/recipe.ts'
export { recipes } from './recipes/recipes.ts'
export { runRecipe, type RecipeBench, type RecipeOutcome } from './recipes/run-recipe.ts'
export { sandboxCodesMarkdown } from './recipes/sandbox-codes-markdown.ts'
