import { html } from 'hono/html'
import type { Markup } from './layout.ts'

/** Attributes of a field that was refused; none when there is no problem. */
export function invalidField(problemId: string, problem: string | undefined): Markup | '' {
  return problem === undefined ? '' : html`aria-invalid="true" aria-describedby="${problemId}"`
}

/**
 * Says below its field why an input was refused; nothing when there is no problem.
 *
 * @param problemId id that {@link invalidField} has put into the field
 */
export function fieldProblem(problemId: string, problem: string | undefined): Markup | '' {
  return problem === undefined
    ? ''
    : html`<p class="problem" id="${problemId}" role="alert">${problem}</p>`
}
