import { parseSync, Visitor } from 'oxc-parser'

/**
 * Lists what a TypeScript module imports, each specifier once: `import`, `export … from`,
 * `import()` and the type `import('…')`. Imports of types count like imports of values. A dynamic
 * import whose specifier is computed is left out.
 *
 * @param file name of the module; its ending says how the text is parsed
 * @throws SyntaxError when the text cannot be parsed
 */
export function readImports(file: string, text: string): readonly string[] {
  const parsed = parseSync(file, text)
  const [error] = parsed.errors
  if (error !== undefined) throw new SyntaxError(`${file}: ${error.message}`)

  const { staticImports, staticExports, dynamicImports } = parsed.module
  const specifiers = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value])),
    ...dynamicImports.flatMap(({ moduleRequest: { start, end } }) =>
      literalText(text.slice(start, end)),
    ),
  ]
  // The syntax tree costs more than the rest, and only the type `import('…')` needs it.
  if (/\bimport\s*\(/.test(text)) {
    const visitor = new Visitor({
      TSImportType({ source }) {
        specifiers.push(source.value)
      },
    })
    visitor.visit(parsed.program)
  }
  return [...new Set(specifiers)]
}

function literalText(expression: string): readonly string[] {
  const [, , text] = /^(['"`])([^'"`$]*)\1$/.exec(expression) ?? []
  return text === undefined ? [] : [text]
}
