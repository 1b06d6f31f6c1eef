import type { FileHandle } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'

const windowBytes = 65_536
/** As many steps as a picture may take: a window of a big one holds few parts, and a small one may be of many. */
const stepsAtLeast = 100_000
const bytesPerStep = 256
/** After so many steps it is the turn of others. */
const stepsPerTurn = 5_000

/**
 * Reads a file here and there, mostly forwards, with one window of it in memory. Each call is a step, and a file has a number of
 * steps that goes by its size: what is put together of nothing but empty parts would keep the server busy for minutes.
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
   * The `count` bytes at `from`, until the next call.
   * @throws Error where the file ends before them, or after too many steps
   */
  async at(from: number, count: number): Promise<Buffer> {
    await this.#step()
    if (from < this.#from || from + count > this.#to) await this.#open(from)
    if (from + count > this.#to) throw new Error('the picture ends too early')
    return this.#window.subarray(from - this.#from, from - this.#from + count)
  }

  /**
   * What `look` finds at `from` or after it: it is given one stretch of the file after the other, with the place where the stretch
   * starts, and gives a place or null. It goes through the bytes by itself, without waiting for any.
   * @throws Error where the file ends before it is found, or after too many steps
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
    if (this.#steps > stepsAtLeast + this.size / bytesPerStep) throw new Error('a picture of too many steps')
    if (this.#steps % stepsPerTurn === 0) await setImmediate()
  }

  async #open(from: number): Promise<void> {
    const { bytesRead } = await this.#file.read(this.#window, 0, windowBytes, from)
    this.#from = from
    this.#to = from + bytesRead
  }
}
