import type { CodeBlock } from './read-blocks.ts'

/** A block that is neither compiled nor run. */
export interface ExampleException {
  readonly file: string
  /** The first line of its code. */
  readonly begins: string
  readonly why: string
}

/** Blocks that are not modules, with the reason. */
export const exampleExceptions: readonly ExampleException[] = []

/** The exception for a block, if there is one. */
export function exceptionFor({ file, code }: CodeBlock): ExampleException | undefined {
  return exampleExceptions.find(
    (exception) => exception.file === file && code.startsWith(exception.begins),
  )
}
