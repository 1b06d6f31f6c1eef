import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { createReadableStreamFromReadable } from '@remix-run/node'

/** How much of a text is made in one turn of the event loop, in items. */
const perTurn = 100

/**
 * A long text as a stream, made a hundred items at a time as its reader takes it: memory holds a piece of it, and other requests are
 * served in between. `textOf` makes the text of some of the items; it must not depend on where they are cut.
 */
export function pacedText<Item>(
  items: readonly Item[],
  textOf: (some: readonly Item[], isFirst: boolean) => string,
): ReadableStream<Uint8Array> {
  async function* pieces() {
    for (let at = 0; at === 0 || at < items.length; at += perTurn) {
      if (at > 0) await setImmediate()
      yield Buffer.from(textOf(items.slice(at, at + perTurn), at === 0))
    }
  }
  return createReadableStreamFromReadable(Readable.from(pieces(), { objectMode: false, highWaterMark: 65_536 }))
}
