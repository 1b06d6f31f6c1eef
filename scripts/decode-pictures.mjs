// Decodes uploaded pictures for the server, one at a time, in a process of its own: what a crafted picture breaks or
// takes ends here. app/platform/decode-picture.server.ts starts it and sends it the work.
import fs from 'node:fs'
import os from 'node:os'
import sharp from 'sharp'

/** How often the memory is checked (ms). The decoders' memory is not Node's, so no option of Node limits it. */
const watchEvery = 10

// Allow only these four loaders, whatever a file pretends to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadNsgifFile',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

// Pages come first; and when the machine runs out of memory, Linux ends this process before any other.
for (const yieldToOthers of [() => os.setPriority(5), () => fs.writeFileSync('/proc/self/oom_score_adj', '1000')]) {
  try {
    yieldToOthers()
  } catch {
    // Not every system has it or allows it, and the limits hold without it.
  }
}

process.on('disconnect', () => process.exit())
process.on('message', async ({ path, thumbnail, maxMemory }) => {
  const stopIfTooLarge = () => process.memoryUsage.rss() > maxMemory && process.kill(process.pid, 'SIGKILL')
  const watch = setInterval(stopIfTooLarge, watchEvery)
  stopIfTooLarge()
  try {
    process.send({ ok: thumbnail ? await writeThumbnail(path, thumbnail) : await readHeader(path) })
  } catch (error) {
    process.send({ error: String(error), code: error.code })
  } finally {
    clearInterval(watch)
  }
})

/** Reads the header by the decoder itself, so that a file cannot mean one thing to a check and another to the decoder. */
async function readHeader(path) {
  const header = await sharp(path, { limitInputPixels: false }).metadata()
  const { mediaType, orientation = 1, width, height, autoOrient, channels, depth, isProgressive } = header
  return { mediaType, orientation, width, height, upright: autoOrient, channels, depth, isProgressive }
}

async function writeThumbnail(path, { to, side }) {
  const made = await sharp(path, { limitInputPixels: false, failOn: 'error' })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer()
  // Written by Node, whose errors say when the disk is full.
  await fs.promises.writeFile(to, made, { mode: 0o600 })
  return { size: made.length }
}
