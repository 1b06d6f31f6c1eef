// Writes the recording of a call again, with duration and cues, in a process of its own: what a crafted recording breaks or
// takes ends here. app/features/calls/recordings/seekable-webm.server.ts starts it for one recording and sends it the work.
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import * as media from 'mediabunny'

/** After so many packets whatever else is due in this process has its turn. */
const packetsAtOnce = 100

// Pages come first; and when the machine runs out of memory, Linux ends this process before any other.
for (const yieldToOthers of [() => os.setPriority(5), () => fs.writeFileSync('/proc/self/oom_score_adj', '1000')]) {
  try {
    yieldToOthers()
  } catch {
    // Not every system has it or allows it, and the limits hold without it.
  }
}

process.on('disconnect', () => process.exit())
process.once('message', async (work) => {
  try {
    const { server, maxMemory } = work
    const watch = new Worker(new URL('./watch-remuxing.mjs', import.meta.url), { workerData: { server, maxMemory } })
    await once(watch, 'message')
    process.send({ ok: await remux(work) })
  } catch (error) {
    process.send({ error: String(error), code: error.code })
  }
})

/** Copies the packets without decoding them. What was cut off in the middle of a packet ends before it. */
async function remux({ from, to, maxMs, maxPackets, maxBytes }) {
  const input = new media.Input({ source: new media.FilePathSource(from), formats: [media.WEBM, media.MATROSKA] })
  const target = new media.FilePathTarget(to)
  const output = new media.Output({ format: new media.WebMOutputFormat(), target })
  let [end, packets, written] = [0, 0, 0]
  target.on('write', (range) => {
    written = Math.max(written, range.end)
  })
  const copies = []
  const video = await input.getPrimaryVideoTrack()
  const videoCodec = await video?.getCodec()
  if (videoCodec) {
    const source = new media.EncodedVideoPacketSource(videoCodec)
    output.addVideoTrack(source)
    copies.push([video, source])
  }
  const audio = await input.getPrimaryAudioTrack()
  const audioCodec = await audio?.getCodec()
  if (audioCodec) {
    const source = new media.EncodedAudioPacketSource(audioCodec)
    output.addAudioTrack(source)
    copies.push([audio, source])
  }
  if (copies.length === 0) return null
  await output.start()
  // The writer interleaves the tracks, and waits for the one that is behind.
  await Promise.all(copies.map(([track, source]) => copy(track, source)))
  await output.finalize()
  requireWithin()
  return end > 0 ? Math.round(end * 1000) : null

  async function copy(track, source) {
    const meta = { decoderConfig: (await track.getDecoderConfig()) ?? undefined }
    // Its iterator, `packets()`, takes the longer for each packet the faster they come.
    const sink = new media.EncodedPacketSink(track)
    let packet = await sink.getFirstPacket()
    // Nothing can have been recorded after the recording was over.
    while (packet && (packet.timestamp + packet.duration) * 1000 <= maxMs) {
      packets += 1
      requireWithin()
      if (packets % packetsAtOnce === 0) await setImmediate()
      await source.add(packet, meta)
      end = Math.max(end, packet.timestamp + packet.duration)
      packet = await sink.getNextPacket(packet)
    }
    source.close()
  }
  function requireWithin() {
    if (packets > maxPackets) throw new RangeError('more packets than a recording of this length has')
    if (written > maxBytes) throw new RangeError('longer than what was recorded')
  }
}
