/** More than the server takes at once would be refused (bytes). */
const largest = 900_000
/** How long to wait before a piece is sent again (ms): doubled each time, up to the last. */
const [firstWait, longestWait] = [1_000, 8_000]

type Piece = { body: Blob; last: boolean }
type Post = (index: number, piece: Piece) => Promise<Response>

/**
 * Sends the pieces of a recording in order, each until the server has it. `failed` is called once if the server takes no more.
 */
export function pieceSender(
  /** Where they are sent to. */
  address: string,
  failed: (message: string | null) => void,
  post: Post = (index, { body, last }) =>
    fetch(`${address}?index=${index}&last=${last ? 1 : 0}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream', Accept: 'application/json' },
      body,
    }),
  wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
) {
  const waiting: Piece[] = []
  let index = 0
  let sending = false
  let over = false

  async function send() {
    if (sending) return
    sending = true
    for (let pause = firstWait; !over; ) {
      const [piece] = waiting
      if (!piece) break
      const answer = await post(index, piece).catch(() => null)
      if (answer?.ok) {
        waiting.shift()
        index += 1
        over = piece.last
        pause = firstWait
      } else if (answer && answer.status < 500 && answer.status !== 429) {
        over = true
        const said: { error?: string } | null = await answer.json().catch(() => null)
        failed(said?.error ?? null)
      } else {
        await wait(pause)
        pause = Math.min(pause * 2, longestWait)
      }
    }
    sending = false
  }
  return {
    add(blob: Blob) {
      const end = waiting.at(-1)
      // What waits behind the piece that is on its way goes together: a slow connection has fewer answers to wait for.
      if (end && waiting.length > 1 && end.body.size + blob.size <= largest) end.body = new Blob([end.body, blob])
      else
        for (let from = 0; from < blob.size; from += largest)
          waiting.push({ body: blob.slice(from, from + largest), last: false })
      void send()
    },
    /** Says after everything else that there is no more. */
    finish() {
      waiting.push({ body: new Blob(), last: true })
      void send()
    },
  }
}
