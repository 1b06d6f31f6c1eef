import { foundParts } from './mark-found.ts'

const name = 'chat-found'

/**
 * Highlights what a search has found in the messages on the page (`::highlight(chat-found)`), also in those that load later. It
 * changes no element. Returns a function that ends it. Does nothing in browsers without the CSS Custom Highlight API.
 */
export function highlightFound(log: HTMLElement, query: string): () => void {
  if (!('highlights' in CSS)) return () => {}
  let drawing = 0
  const mark = () => CSS.highlights.set(name, new Highlight(...rangesIn(log, query)))
  const watcher = new MutationObserver(() => {
    cancelAnimationFrame(drawing)
    drawing = requestAnimationFrame(mark)
  })
  watcher.observe(log, { childList: true, subtree: true, characterData: true })
  mark()
  return () => {
    watcher.disconnect()
    cancelAnimationFrame(drawing)
    CSS.highlights.delete(name)
  }
}

function* rangesIn(log: HTMLElement, query: string): Generator<Range> {
  for (const message of log.querySelectorAll('.message-text')) {
    const texts = document.createTreeWalker(message, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      let start = 0
      for (const [index, part] of foundParts(node.nodeValue ?? '', query).entries()) {
        const end = start + part.length
        if (index % 2 === 1) {
          const range = new Range()
          range.setStart(node, start)
          range.setEnd(node, end)
          yield range
        }
        start = end
      }
    }
  }
}
