import type { FileHandle } from 'node:fs/promises'

const windowBytes = 65_536

/** Reads a file here and there, mostly forwards, with one window of it in memory. */
export class PictureBytes {
  readonly size: number
  readonly #file: FileHandle
  readonly #window = Buffer.alloc(windowBytes)
  #from = 0
  #to = 0

  constructor(file: FileHandle, size: number) {
    this.#file = file
    this.size = size
  }

  /**
   * The `count` bytes at `from`, until the next call.
   * @throws Error where the file ends before them
   */
  async at(from: number, count: number): Promise<Buffer> {
    if (from < this.#from || from + count > this.#to) await this.#open(from)
    if (from + count > this.#to) throw new Error('the picture ends too early')
    return this.#window.subarray(from - this.#from, from - this.#from + count)
  }

  /**
   * Where `byte` is next, at `from` or after it.
   * @throws Error where it is not any more
   */
  async find(byte: number, from: number): Promise<number> {
    for (let at = from; at < this.size; at = this.#to) {
      if (at < this.#from || at >= this.#to) await this.#open(at)
      const found = this.#window.subarray(0, this.#to - this.#from).indexOf(byte, at - this.#from)
      if (found >= 0) return this.#from + found
    }
    throw new Error('the picture ends too early')
  }

  async #open(from: number): Promise<void> {
    const { bytesRead } = await this.#file.read(this.#window, 0, windowBytes, from)
    this.#from = from
    this.#to = from + bytesRead
  }
}
