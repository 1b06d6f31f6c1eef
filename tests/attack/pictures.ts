// Pictures that are small as files and huge when decoded.
import { once } from 'node:events'
import { crc32, createDeflate } from 'node:zlib'
import { picture } from '#tests/factories/media.ts'
import { type Answer, ask, ownOrigin } from '#tests/setup/ask.ts'
import type { Arena, Attack } from './attack.ts'

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(content.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, check])
}

/** The start of each of the seven passes of an interlaced PNG, and the steps between its pixels: x, y, Δx, Δy. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** A black PNG, 16 bit with transparency and interlaced, that takes 8 bytes per pixel to decode, all at once. */
async function interlaced(width: number, height: number): Promise<Buffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([16, 6, 0, 0, 1], 8)
  let left = 0
  for (const [x, y, stepX, stepY] of passes) {
    const columns = Math.ceil(Math.max(0, width - x) / stepX)
    const rows = Math.ceil(Math.max(0, height - y) / stepY)
    if (columns > 0) left += rows * (1 + columns * 8)
  }
  const deflate = createDeflate()
  const parts: Buffer[] = []
  deflate.on('data', (part: Buffer) => parts.push(part))
  const zeros = Buffer.alloc(1_000_000)
  for (; left > 0; left -= zeros.length)
    if (!deflate.write(zeros.subarray(0, Math.min(left, zeros.length)))) await once(deflate, 'drain')
  deflate.end()
  await once(deflate, 'end')
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', Buffer.concat(parts)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Sends a picture to the group; the answer once the server has dealt with it. */
function upload({ port, group }: Arena, cookie: string, name: string, content: Buffer): Promise<Answer> {
  const field = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const fields = field('reference_type', 'chat_message') + field('reference_id', group)
  const file = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`
  return ask(port, '/api/upload', {
    body: Buffer.concat([Buffer.from(fields + file), content, Buffer.from('\r\n--b--\r\n')]),
    cookie,
    headers: { 'Content-Type': 'multipart/form-data; boundary=b', Origin: ownOrigin },
  })
}

/** Six of them at once, by six people. Says how long somebody else's picture took meanwhile. */
function bombs(name: string, width: number, height: number): Attack {
  return {
    name: `pictures: six PNGs of ${name}`,
    async run(arena) {
      const bomb = await interlaced(width, height)
      const statuses: Array<number | string> = []
      const sent = arena.attackers.map(async ({ cookie }, number) => {
        const answer = await upload(arena, cookie, `bomb${number}.png`, bomb).catch(() => null)
        statuses.push(answer?.status ?? 'broken')
      })
      const began = performance.now()
      const innocent = upload(arena, arena.bystander.cookie, 'site.png', await picture('png')).then(
        ({ status }) => `${status} after ${((performance.now() - began) / 1000).toFixed(1)} s`,
        () => 'broken',
      )
      const timeUp = new Promise<string>((done) => arena.signal.addEventListener('abort', () => done('no answer')))
      const others = await Promise.race([innocent, timeUp])
      await Promise.race([Promise.all(sent), timeUp])
      const open = arena.attackers.length - statuses.length
      return `${statuses.join(' ')}${open > 0 ? ` ${open} open` : ''}; another's picture: ${others}`
    },
  }
}

export const pictureAttacks = [bombs('64 000 000 × 1', 64_000_000, 1), bombs('8 000 × 8 000', 8000, 8000)]
