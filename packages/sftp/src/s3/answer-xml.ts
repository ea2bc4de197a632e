import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml'

/** The root element of an answer; `undefined` when it is not XML. */
export function rootOf(answer: string): XmlElement | undefined {
  try {
    // S3 sends spaces to keep a connection open while it works on a long request.
    return parseXml(answer.trimStart()).root ?? undefined
  } catch (error) {
    if (error instanceof XmlError) return undefined
    throw error
  }
}

/** The children of an element that have this name. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => child instanceof XmlElement && child.name === name,
  )
}

/** The text of the first child of this name; `undefined` when there is none. */
export function textOf(element: XmlElement, name: string): string | undefined {
  return childrenOf(element, name)[0]?.text
}

/** The error code of an answer, such as `InternalError`; `undefined` when it has none. */
export function errorCodeOf(answer: string): string | undefined {
  const root = rootOf(answer)
  const code = root?.name === 'Error' ? textOf(root, 'Code') : undefined
  return code !== undefined && /^\w{1,64}$/.test(code) ? code : undefined
}
