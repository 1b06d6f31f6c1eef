import type { EncodedPacket, InputTrack } from 'mediabunny'

/**
 * Writes the recording of a browser again as a WebM file that has a duration and cues, so that players can seek in it; nothing is decoded.
 * What was cut off in the middle of a packet ends before it.
 * @returns the duration (ms); null if there is nothing in it.
 */
export async function writeSeekableWebm(from: string, to: string): Promise<number | null> {
  const { EncodedAudioPacketSource, EncodedPacketSink, EncodedVideoPacketSource, ...media } = await import('mediabunny')
  const input = new media.Input({ source: new media.FilePathSource(from), formats: [media.WEBM, media.MATROSKA] })
  try {
    const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
    const output = new media.Output({ format: new media.WebMOutputFormat(), target: new media.FilePathTarget(to) })
    let end = 0
    const copies: Array<() => Promise<void>> = []
    const videoCodec = (await video?.getCodec()) ?? null
    if (video && videoCodec) {
      const source = new EncodedVideoPacketSource(videoCodec)
      output.addVideoTrack(source)
      const meta = { decoderConfig: (await video.getDecoderConfig()) ?? undefined }
      copies.push(() => copy(video, (packet) => source.add(packet, meta)).finally(() => source.close()))
    }
    const audioCodec = (await audio?.getCodec()) ?? null
    if (audio && audioCodec) {
      const source = new EncodedAudioPacketSource(audioCodec)
      output.addAudioTrack(source)
      const meta = { decoderConfig: (await audio.getDecoderConfig()) ?? undefined }
      copies.push(() => copy(audio, (packet) => source.add(packet, meta)).finally(() => source.close()))
    }
    if (copies.length === 0) return null
    await output.start()
    // The writer interleaves the tracks, and waits for the one that is behind.
    await Promise.all(copies.map((each) => each()))
    await output.finalize()
    return end > 0 ? Math.round(end * 1000) : null

    async function copy(track: InputTrack, add: (packet: EncodedPacket) => Promise<void>): Promise<void> {
      for await (const packet of new EncodedPacketSink(track).packets()) {
        end = Math.max(end, packet.timestamp + packet.duration)
        await add(packet)
      }
    }
  } finally {
    input.dispose()
  }
}
