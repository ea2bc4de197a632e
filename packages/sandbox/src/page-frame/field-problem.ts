import { html } from 'hono/html'
import type { Markup } from './layout.ts'

/** Attributes of a field that was refused; none when there is no problem. */
export function invalidField(problemId: string, problem: string | undefined): Markup | '' {
  return problem === undefined ? '' : html`aria-invalid="true" aria-describedby="${problemId}"`
}

/**
 * The message below a field that says why its input was refused; nothing without a problem.
 *
 * @param problemId id that {@link invalidField} has put into the field
 */
export function fieldProblem(problemId: string, problem: string | undefined): Markup | '' {
  return problem === undefined
    ? ''
    : html`<p class="problem" id="${problemId}" role="alert">${problem}</p>`
}
