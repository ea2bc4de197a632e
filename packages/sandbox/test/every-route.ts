import { createSandboxApp } from '../src/index.ts'

/** A method and a path that the sandbox serves. */
export interface SampleRoute {
  readonly method: string
  readonly path: string
}

const methodsOfAll = ['GET', 'POST']

/**
 * Every route of the sandbox, read from the application, so that new routes are included
 * automatically.
 *
 * @param parameter stands for every parameter of a path
 */
export function everyRoute(parameter = 'sample'): readonly SampleRoute[] {
  const samples = createSandboxApp().routes.flatMap(({ method, path }) => {
    const sample = path.replaceAll(/:\w+|\*/g, () => parameter)
    const methods = method === 'ALL' ? methodsOfAll : [method]
    return methods.map((one) => `${one} ${sample}`)
  })
  return [...new Set(samples)].map((line) => {
    const [method = '', path = ''] = line.split(' ')
    return { method, path }
  })
}
