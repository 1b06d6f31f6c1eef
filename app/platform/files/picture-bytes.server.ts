import type { FileHandle } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'

const windowBytes = 65_536
/** Minimum number of steps allowed: a window of a large file holds few parts, but a small file may consist of many. */
const stepsAtLeast = 100_000
const bytesPerStep = 256
/** Yields to other work after this many steps. */
const stepsPerTurn = 500

/**
 * Random access to a file, mostly forwards, with one window of it in memory. Each call is a step, and the number of
 * steps is limited by the file's size: a file of nothing but empty parts would keep the server busy for minutes.
 */
export class PictureBytes {
  readonly size: number
  readonly #file: FileHandle
  readonly #window = Buffer.alloc(windowBytes)
  #from = 0
  #to = 0
  #steps = 0

  constructor(file: FileHandle, size: number) {
    this.#file = file
    this.size = size
  }

  /**
   * The `count` bytes at `from`, valid until the next call.
   * @throws Error when the file ends before them, or after too many steps
   */
  async at(from: number, count: number): Promise<Buffer> {
    await this.#step()
    if (from < this.#from || from + count > this.#to) await this.#open(from)
    if (from + count > this.#to) throw new Error('the picture ends too early')
    return this.#window.subarray(from - this.#from, from - this.#from + count)
  }

  /**
   * Searches the file from `from` on. `look` gets one stretch after the other with the stretch's offset, synchronously,
   * and returns an offset or null.
   * @throws Error when the file ends before `look` finds something, or after too many steps
   */
  async search(from: number, look: (stretch: Buffer, start: number) => number | null): Promise<number> {
    for (let at = from; at < this.size; at = this.#to) {
      await this.#step()
      if (at < this.#from || at >= this.#to) await this.#open(at)
      if (at >= this.#to) break
      const found = look(this.#window.subarray(at - this.#from, this.#to - this.#from), at)
      if (found !== null) return found
    }
    throw new Error('the picture ends too early')
  }

  async #step(): Promise<void> {
    this.#steps++
    if (this.#steps > stepsAtLeast + this.size / bytesPerStep) throw new Error('the picture takes too many steps')
    if (this.#steps % stepsPerTurn === 0) await setImmediate()
  }

  async #open(from: number): Promise<void> {
    const { bytesRead } = await this.#file.read(this.#window, 0, windowBytes, from)
    this.#from = from
    this.#to = from + bytesRead
  }
}
