import { joined, WebmScanner } from './webm-scanner.ts'

/**
 * Somebody who watches. `taken` is called once the piece has arrived in their browser; `load` counts what has not, and is the same when they
 * leave and watch again, which would otherwise send the beginning as often as they do.
 */
export type Viewer = {
  id: string
  userId: string
  load: { pieces: number; bytes: number }
  send(piece: { isStart: boolean; bytes: Uint8Array }, taken: () => void): void
}

/**
 * What may be on its way to one viewer: about four seconds. Whoever takes less is left out, and goes on at a keyframe once everything has arrived,
 * so that nobody waits for them and they never fall far behind.
 */
export const onTheWay = { pieces: 14, bytes: 2_000_000 } as const
/** More than there is between two keyframes, and before the first one, of any browser (bytes). */
const maxKept = 4_000_000

type Watching = Viewer & { isFlowing: boolean }

/** Passes what a host sends on to all viewers, as it comes; those who come later begin at the last keyframe. It keeps no more than since that. */
export class Relay {
  readonly #scanner = new WebmScanner()
  readonly #viewers = new Map<string, Watching>()
  #header: Uint8Array | null = null
  #kept: Uint8Array[] = []
  #keptBytes = 0
  /** The position in the stream of the first byte that is kept. */
  #keptFrom = 0
  /** What is kept begins at a keyframe. */
  #canStart = false
  #isBroken = false

  /** The number of people who watch. */
  get people(): number {
    return new Set([...this.#viewers.values()].map(({ userId }) => userId)).size
  }

  get viewers(): readonly { id: string; userId: string }[] {
    return [...this.#viewers.values()]
  }

  get keptBytes(): number {
    return this.#keptBytes
  }

  follow(viewer: Viewer): void {
    const watching = { ...viewer, isFlowing: false }
    this.#viewers.set(viewer.id, watching)
    this.#start(watching)
  }

  leave(id: string): boolean {
    return this.#viewers.delete(id)
  }

  /** The next piece of the stream. What turns out to be no WebM is passed on to nobody any more. */
  push(bytes: Uint8Array): void {
    if (this.#isBroken || bytes.length === 0) return
    this.#keep(bytes)
    try {
      const marks = this.#scanner.scan(bytes)
      const header = marks.find(({ kind }) => kind === 'header')
      if (header) this.#header = this.#cutTo(header.at)
      // A crafted piece has tens of thousands of keyframes, and each cut copies what is kept: only the last one counts.
      const start = marks.findLast(({ kind, at }) => kind === 'key' && at >= this.#keptFrom)
      if (start) {
        this.#cutTo(start.at)
        this.#canStart = true
      }
    } catch {
      this.#isBroken = true
      this.#drop()
      return
    }
    for (const viewer of this.#viewers.values()) {
      if (!viewer.isFlowing) this.#start(viewer)
      else if (viewer.load.pieces >= onTheWay.pieces || viewer.load.bytes >= onTheWay.bytes) viewer.isFlowing = false
      else this.#send(viewer, false, bytes)
    }
    if (this.#keptBytes > maxKept) this.#drop()
  }

  #start(viewer: Watching): void {
    if (!this.#header || !this.#canStart || viewer.load.pieces > 0) return
    viewer.isFlowing = true
    this.#send(viewer, true, joined(this.#header, ...this.#kept))
  }

  #send(viewer: Watching, isStart: boolean, bytes: Uint8Array): void {
    const { load } = viewer
    load.pieces += 1
    load.bytes += bytes.length
    viewer.send({ isStart, bytes }, () => {
      load.pieces -= 1
      load.bytes -= bytes.length
    })
  }

  #keep(bytes: Uint8Array): void {
    this.#kept.push(bytes)
    this.#keptBytes += bytes.length
  }

  /** Lets go of what came before a position, and returns it. */
  #cutTo(at: number): Uint8Array {
    const whole = joined(...this.#kept)
    const cut = at - this.#keptFrom
    this.#kept = [whole.subarray(cut)]
    this.#keptBytes = whole.length - cut
    this.#keptFrom = at
    return whole.subarray(0, cut)
  }

  #drop(): void {
    this.#keptFrom += this.#keptBytes
    this.#kept = []
    this.#keptBytes = 0
    this.#canStart = false
  }
}
