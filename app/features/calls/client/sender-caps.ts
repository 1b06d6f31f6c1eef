/** The most that a person sends to each of the others: the height of the picture, frames and bits in a second. */
export type SenderCaps = { height: number; frameRate: number; bitrate: number }

/** A mesh sends the picture to everyone, so it gets smaller with every few people (`people` counts oneself). */
export function senderCaps(people: number): SenderCaps {
  if (people <= 2) return { height: 720, frameRate: 30, bitrate: 1_700_000 }
  if (people <= 4) return { height: 360, frameRate: 24, bitrate: 400_000 }
  return { height: 180, frameRate: 15, bitrate: 150_000 }
}

/** Of a shared screen: text stays readable, so frames are dropped rather than pixels. */
export function screenCaps(people: number): SenderCaps {
  if (people <= 2) return { height: 1080, frameRate: 15, bitrate: 2_500_000 }
  if (people <= 4) return { height: 1080, frameRate: 8, bitrate: 1_000_000 }
  return { height: 720, frameRate: 5, bitrate: 400_000 }
}

/** The parameters of a sender whose track is `height` pixels high (null if that is not known). */
export function cappedEncoding(caps: SenderCaps, height: number | null) {
  return {
    maxBitrate: caps.bitrate,
    maxFramerate: caps.frameRate,
    scaleResolutionDownBy: height ? Math.max(1, height / caps.height) : 1,
  }
}
