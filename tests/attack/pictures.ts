// Crafted pictures, uploaded to a conversation.
import { picture } from '#tests/factories/media.ts'
import { type Answer, ask, ownOrigin } from '#tests/setup/ask.ts'
import type { Arena, Attack } from './attack.ts'
import { type Bomb, bombs } from './bombs.ts'

/** Sends a picture to the group; the answer once the server has dealt with it. */
function upload({ port, group }: Arena, cookie: string, name: string, mime: string, content: Buffer): Promise<Answer> {
  const field = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const fields = field('reference_type', 'chat_message') + field('reference_id', group)
  const file = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${mime}\r\n\r\n`
  return ask(port, '/api/upload', {
    body: Buffer.concat([Buffer.from(fields + file), content, Buffer.from('\r\n--b--\r\n')]),
    cookie,
    headers: { 'Content-Type': 'multipart/form-data; boundary=b', Origin: ownOrigin },
  })
}

/** Six of them at once, by six people. Says how long somebody else's picture took meanwhile. */
const six = ({ name, file, mime, make }: Bomb): Attack => ({
  name: `pictures: six of a ${name}`,
  async run(arena) {
    const bomb = await make()
    arena.begin()
    const statuses: Array<number | string> = []
    const sent = arena.attackers.map(async ({ cookie }, number) => {
      const answer = await upload(arena, cookie, `bomb${number}.${file}`, mime, bomb).catch(() => null)
      statuses.push(answer?.status ?? 'broken')
    })
    const began = performance.now()
    const innocent = upload(arena, arena.bystander.cookie, 'site.png', 'image/png', await picture('png')).then(
      ({ status }) => `${status} after ${((performance.now() - began) / 1000).toFixed(1)} s`,
      () => 'broken',
    )
    const timeUp = new Promise<string>((done) => arena.signal.addEventListener('abort', () => done('no answer')))
    const others = await Promise.race([innocent, timeUp])
    await Promise.race([Promise.all(sent), timeUp])
    const open = arena.attackers.length - statuses.length
    return `${statuses.join(' ')}${open > 0 ? ` ${open} open` : ''}; another's picture: ${others}`
  },
})

export const pictureAttacks = bombs.map(six)
