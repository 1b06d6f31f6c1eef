import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { logger } from './logger.server.ts'
import { singleton } from './singleton.server.ts'

export type PictureHeader = {
  /** The media type of the content. */
  mediaType: string
  /** As in EXIF, 1 to 8; 1 is upright. */
  orientation: number
  /** In pixels, as stored. */
  width: number
  height: number
  /** In pixels, as shown. */
  upright: { width: number; height: number }
  channels: number
  depth: string
  /** Interlaced or progressive, so that all of it is in memory before the first line is complete. */
  isProgressive: boolean
}

/** The picture takes too much time or memory, or has broken the decoder. */
export class CostlyPicture extends Error {}

/** No panorama of a phone is longer, in pixels. A decoder holds several whole lines at once, however few there are. */
const maxSide = 20_000
/** More than any phone camera has. */
const maxPixels = 64_000_000
/**
 * Of a decoded picture. One that the decoder holds as a whole counts twice; the costliest that is allowed, a progressive
 * JPEG of 42 million pixels, takes 320 MB in all.
 */
const maxBytes = 256_000_000

/** Why a picture is not decoded, by its header alone; null when it may be. */
export function refusalOf({ mediaType, width, height, channels, depth, isProgressive }: PictureHeader) {
  if (Math.max(width, height) > maxSide || width * height > maxPixels) return 'tooManyPixels'
  const bytes = width * height * channels * (depth === 'uchar' ? 1 : 2)
  const heldWhole = isProgressive || mediaType === 'image/gif'
  return bytes * (heldWhole ? 2 : 1) > maxBytes ? 'tooCostly' : null
}

/** By package.json, because a bundle lies elsewhere than its sources. */
const program = createRequire(import.meta.url).resolve('#scripts/decode-pictures.mjs')

/** The longest that one step may take (ms), and the memory that the process may have (bytes). */
const limits = { deadline: 10_000, maxMemory: 400_000_000 }
type Limits = Partial<typeof limits>

type Work = { path: string; thumbnail?: { to: string; side: number } }
type Answer = { ok: unknown } | { error: string; code?: string }

const decoder = singleton('picture-decoder', () => ({ process: null as ChildProcess | null }))

/**
 * Reads a picture's header, in the decoder's process. Call it for one picture at a time.
 * @throws Error when it is not a picture; CostlyPicture
 */
export const readPictureHeader = (path: string, own?: Limits) => ask({ path }, own) as Promise<PictureHeader>

/**
 * Decodes a picture completely and writes it, upright and with at most `side` pixels on its longer side, as WebP.
 * Returns the size in bytes. Call it for one picture at a time.
 * @throws Error when it cannot be decoded or, with the `code` of Node, written; CostlyPicture
 */
export const writeThumbnail = (path: string, thumbnail: { to: string; side: number }, own?: Limits) =>
  ask({ path, thumbnail }, own) as Promise<{ size: number }>

/**
 * Sends work to the decoder's process, which is started for the first picture and again whenever it has ended. The
 * picture that it is at work on fails with it; the next one gets a new process. Answers carry no id, so the caller asks
 * for one thing at a time (the fair queue of app/features/files/media-facts.server.ts).
 */
function ask(work: Work, own: Limits = {}): Promise<unknown> {
  const { deadline, maxMemory } = { ...limits, ...own }
  const child = decoder.process ?? start()
  return new Promise((done, fail) => {
    const timer = setTimeout(() => {
      // An answer that is already on its way is late too.
      child.off('message', answered).kill('SIGKILL')
    }, deadline)
    const settle = () => {
      clearTimeout(timer)
      child.off('message', answered).off('exit', ended).off('error', ended)
    }
    const answered = (answer: Answer) => {
      settle()
      if ('ok' in answer) done(answer.ok)
      else fail(Object.assign(new Error(answer.error), { code: answer.code }))
    }
    const ended = () => {
      settle()
      fail(new CostlyPicture('the decoder ended'))
    }
    child.on('message', answered).on('exit', ended).on('error', ended)
    child.send({ ...work, maxMemory })
  })
}

/** Its environment holds no secrets, and it does not keep this process running. */
function start(): ChildProcess {
  const child = fork(program, {
    env: { NODE_ENV: 'production' },
    execArgv: ['--max-old-space-size=64'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  decoder.process = child
  for (const event of ['exit', 'error', 'disconnect']) {
    child.on(event, () => {
      if (decoder.process === child) decoder.process = null
    })
  }
  child.on('exit', (code, signal) => logger.warn({ code, signal }, 'the decoder of pictures ended'))
  child.unref()
  child.channel?.unref()
  return child
}
