/** How many bytes requests of one address, and all requests, may keep in memory. */
export type ByteLimits = { address: number; all: number }
/** Which of the limits was exceeded. */
export type Exceeded = keyof ByteLimits
export type Held = {
  /** Counts more bytes of this request. */
  add(bytes: number): void
  /** From now on the request does not give way. Its bytes count until it is released. */
  keep(): void
  release(): void
}
type Part = { bytes: number; giveWay: ((exceeded: Exceeded) => void) | null }
type Share = { bytes: number; parts: Set<Part> }

/**
 * Counts the bytes that requests keep in memory, by address. When a limit is exceeded, the request that has waited
 * longest gives way (of the address that has most, when it is the limit of all), so that whoever hoards
 * unfinished requests loses them, and a new one, which is soon done, goes through. One that adds bytes gives way itself
 * when nothing else can. The returned function begins a request: `giveWay` must end it, and is called at most once.
 */
export function byteCounter(limits: ByteLimits): (address: string, giveWay: NonNullable<Part['giveWay']>) => Held {
  const shares = new Map<string, Share>()
  let all = 0

  function drop(address: string, share: Share, part: Part): void {
    if (!share.parts.delete(part)) return
    share.bytes -= part.bytes
    all -= part.bytes
    if (share.parts.size === 0) shares.delete(address)
  }

  function evictFrom(address: string, share: Share, exceeded: Exceeded): boolean {
    for (const part of share.parts) {
      if (!part.giveWay) continue
      drop(address, share, part)
      part.giveWay(exceeded)
      return true
    }
    return false
  }

  const evictAny = () =>
    [...shares]
      .sort(([, one], [, other]) => other.bytes - one.bytes)
      .some(([address, share]) => evictFrom(address, share, 'all'))

  return (address, giveWay) => {
    const share = shares.get(address) ?? { bytes: 0, parts: new Set() }
    shares.set(address, share)
    const part: Part = { bytes: 0, giveWay }
    share.parts.add(part)
    return {
      add(bytes) {
        if (!share.parts.has(part)) return
        part.bytes += bytes
        share.bytes += bytes
        all += bytes
        while (share.bytes > limits.address && evictFrom(address, share, 'address'));
        while (all > limits.all && evictAny());
      },
      keep() {
        part.giveWay = null
      },
      release() {
        drop(address, share, part)
      },
    }
  }
}
