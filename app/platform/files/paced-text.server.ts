import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { createReadableStreamFromReadable } from '@remix-run/node'

/**
 * A long text as a stream, made slice by slice as its reader takes it: memory holds a piece of it, and other requests are served in between. `textOf` makes the
 * text of the items of a slice, once without any where there are none; `onEnd` runs when all of it was taken or its reader has left.
 */
export function pacedText<Item>(
  slices: Iterable<readonly Item[]>,
  textOf: (some: readonly Item[], isFirst: boolean) => string,
  onEnd: () => void = () => {},
): ReadableStream<Uint8Array> {
  async function* pieces() {
    let isFirst = true
    for (const some of slices) {
      if (!isFirst) await setImmediate()
      yield Buffer.from(textOf(some, isFirst))
      isFirst = false
    }
    if (isFirst) yield Buffer.from(textOf([], true))
  }
  const text = Readable.from(pieces(), { objectMode: false, highWaterMark: 65_536 })
  text.once('close', onEnd)
  return createReadableStreamFromReadable(text)
}
