const pieceChars = 64 * 1024

/** A stream of the UTF-8 bytes of texts, in pieces of a handy size. It pulls the texts as it is read. */
export function streamOfTexts(
  texts: AsyncGenerator<string, void, void>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      let text = ''
      while (text.length < pieceChars) {
        const next = await texts.next()
        if (next.done === true) {
          if (text !== '') controller.enqueue(encoder.encode(text))
          controller.close()
          return
        }
        text += next.value
      }
      controller.enqueue(encoder.encode(text))
    },
    async cancel() {
      await texts.return()
    },
  })
}
