import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import type { VoiceFacts } from '#app/features/files/describe-files.server.ts'
import { env } from '#app/platform/env.server.ts'
import { maxVoiceMs } from '#app/ui/media/voice-state.ts'
import type { Database } from '#db/client.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { newId } from '#db/ids.ts'
import { conversationMembers, conversations } from '#db/schema/chat.ts'
import { files } from '#db/schema/files.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { mp4, picture, pngHeader, wave, webm } from '#tests/factories/media.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { findChatFile } from './chat-file.server.ts'
import { decidePendingMessage } from './decide-pending-message.server.ts'
import { deleteFilesOfGoneMessages, deleteUnreadableFiles } from './delete-chat-files.server.ts'
import { hideMessage } from './hide-message.server.ts'
import { receiveChatFiles } from './receive-chat-files.server.ts'
import { sendMessage } from './send-message.server.ts'
import { unsendMessage } from './unsend-message.server.ts'
import { unsendPendingMessage } from './unsend-pending-message.server.ts'

const day = 24 * 3_600_000
let db: Database
let admin: UserContext
let author: UserContext
let other: UserContext
let stranger: UserContext
let conversationId: string
let before: string[]
beforeEach(() => {
  db = testDatabase()
  ;[admin, author, other, stranger] = [createPerson(db), createPerson(db), createPerson(db), createPerson(db)]
  conversationId = createConversation(db, { members: [admin, author, other] }).id
  mkdirSync(env.filesDir, { recursive: true })
  before = readdirSync(env.filesDir)
})
const onDisk = () => readdirSync(env.filesDir).filter((name) => !before.includes(name))

type Sent = [name: string, content: Buffer | string]
type Options = { as?: UserContext; voice?: VoiceFacts; to?: string }

async function upload(list: Sent[], { as = author, voice, to = conversationId }: Options = {}) {
  const form = new FormData()
  for (const [name, content] of list) form.append('file', new File([new Uint8Array(Buffer.from(content))], name))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const place = { conversationOf: () => to, ...(voice ? { complete: () => voice } : {}) }
  return (await receiveChatFiles(as, request, place)).files
}

async function uploadOne(...[sent, options]: [Sent, Options?]) {
  const [file] = await upload([sent], options)
  if (!file) throw new Error('nothing was stored')
  return file
}

const send = (file: { id: string }, as = author) =>
  sendMessage(as, { conversationId, text: '', clientId: newId(), fileIds: [file.id] })

describe('accepts', () => {
  it.each([
    ['jpeg', 'a.JPG', 1000, 600],
    ['png', 'a.png', 1000, 600],
    ['webp', 'a.webp', 1000, 600],
    ['gif', 'a.gif', 1000, 600],
  ] as const)('a picture (%s), with its size and a thumbnail', async (format, name, width, height) => {
    const file = await uploadOne([name, await picture(format)])
    expect(file).toMatchObject({ name, kind: 'image', mime: `image/${format}`, width, height, thumbnail: true })
    const stored = db.select().from(files).get()
    expect(stored).toMatchObject({
      subjectType: 'conversation',
      subjectId: conversationId,
      uploadedBy: author.actor.id,
    })
    expect(onDisk().sort()).toEqual([stored?.storedAs, `${stored?.storedAs}.small`])
    const thumbnail = join(env.filesDir, `${stored?.storedAs}.small`)
    expect(stored?.thumbnailSize).toBe(statSync(thumbnail).size)
    const small = await sharp(thumbnail).metadata()
    expect([small.format, small.width, small.height, small.exif]).toEqual(['webp', 480, 288, undefined])
  })

  it('a rotated image, and turns it upright', async () => {
    const file = await uploadOne(['a.jpg', await picture('jpeg', { orientation: 6 })])
    expect([file.width, file.height]).toEqual([600, 1000])
    const stored = db.select().from(files).get()
    const small = await sharp(join(env.filesDir, `${stored?.storedAs}.small`)).metadata()
    expect([small.width, small.height]).toEqual([288, 480])
  })

  it.each(['jpeg', 'png', 'webp'] as const)(
    'an image (%s), and strips its metadata before storing and counting it',
    async (format) => {
      const sent = await picture(format, { orientation: 6, place: 'Somewhere secret' })
      expect(sent.includes('Somewhere secret')).toBe(true)
      const file = await uploadOne([`a.${format}`, sent])
      const stored = db.select().from(files).get()
      const place = join(env.filesDir, stored?.storedAs ?? '')
      const kept = readFileSync(place)
      expect(kept.includes('Somewhere secret')).toBe(false)
      expect(stored).toMatchObject({
        size: kept.length,
        sha256: createHash('sha256').update(kept).digest('hex'),
      })
      expect(file.size).toBe(kept.length)
      expect(await sharp(place).metadata()).toMatchObject({ format, orientation: 6, width: 1000, height: 600 })
    },
  )

  it.each([
    ['a.wav', wave(2), 'audio', 'audio/wav', 2000],
    ['a.webm', webm('video'), 'video', 'video/webm', null],
    ['a.webm', webm('audio'), 'audio', 'audio/webm', null],
    ['a.mp4', mp4(), 'video', 'video/mp4', null],
    ['a.mov', mp4('qt  '), 'video', 'video/quicktime', null],
    ['a.txt', 'plain text', 'document', 'text/plain', null],
    ['a.pdf', '%PDF-1.7', 'document', 'application/pdf', null],
    ['a.dwg', 'AC1032\0\0\0\0', 'document', 'image/vnd.dwg', null],
    ['a.dxf', '  0\r\nSECTION\r\n', 'document', 'image/vnd.dxf', null],
  ])('%s', async (name, content, kind, mime, durationMs) => {
    expect(await uploadOne([name, content])).toMatchObject({ kind, mime, durationMs, thumbnail: false, voice: false })
  })

  it('a file with a sanitized name', async () => {
    expect((await uploadOne(['../../etc/pa\u202essw<d>.txt', 'x'])).name).toBe('passwd.txt')
  })
})

it('processes the small image of another user while the queue of one user is long', async () => {
  const heavy = await sharp({ create: { width: 5000, height: 4000, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const done: string[] = []
  const uploads = Array.from({ length: 6 }, (_, n) => uploadOne([`heavy${n}.jpg`, heavy]))
  const all = uploads.map((each, n) => each.then(() => done.push(`heavy${n}`)))
  await Promise.race(all)
  await uploadOne(['small.png', await picture('png', { width: 20, height: 20 })], { as: other })
  expect(done.length).toBeLessThan(4)
  await Promise.all(all)
})

describe('refuses, and leaves nothing of', () => {
  const script = '<html><script>alert(1)</script>'
  it.each([
    ['HTML', 'a.html', script],
    ['HTML as a picture', 'a.png', script],
    ['HTML as a text of another ending', 'a.htm', script],
    ['SVG', 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['SVG as a picture', 'a.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a script that starts like a GIF', 'a.gif', 'GIF89a/*.....*/=alert(1)//'],
    ['a truncated image', 'a.png', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a program', 'a.exe', 'MZ'],
    ['an image in a video container', 'a.mp4', mp4('avif')],
    ['Matroska', 'a.webm', Buffer.from(webm('video').toString('latin1').replace('webm', 'mkvx'), 'latin1')],
    ['a name without an extension', 'toString', 'x'],
    ['an extension that every object has', 'a.constructor', 'x'],
    ['nothing', 'a.txt', ''],
  ])('%s', async (_, name, content) => {
    await expect(
      upload([
        ['first.txt', 'text'],
        [name, content],
      ]),
    ).rejects.toMatchObject({ code: 'invalid' })
    expect(onDisk()).toEqual([])
    expect(db.select().from(files).all()).toEqual([])
  })

  it('an image with a page inside', async () => {
    const polyglot = await picture('jpeg', { place: script })
    await expect(upload([['a.jpg', polyglot]])).rejects.toMatchObject({ code: 'invalid' })
    expect(onDisk()).toEqual([])
  })

  it('an image that is cut off, or of another type than its header says', async () => {
    const whole = await picture('jpeg')
    await expect(upload([['a.jpg', whole.subarray(0, 2500)]])).rejects.toMatchObject({ code: 'invalid' })
    await expect(upload([['a.png', whole]])).rejects.toMatchObject({ code: 'invalid' })
    expect(onDisk()).toEqual([])
  })

  it.each([
    ['more pixels than any camera', pngHeader(9000, 9000), 'tooManyPixels'],
    ['a side as long as the whole', pngHeader(64_000_000, 1, { bits: 16, interlaced: true }), 'tooManyPixels'],
    ['all its lines at once', pngHeader(8000, 8000, { interlaced: true }), 'tooCostly'],
    ['16 bits', pngHeader(8000, 8000, { bits: 16 }), 'tooCostly'],
    ['nothing after its header', pngHeader(8000, 8000), 'broken'],
  ])('an image with %s, before it is decoded', async (_, content, why) => {
    await expect(upload([['a.png', content]])).rejects.toMatchObject({ text: { key: `chatrefused:files.${why}` } })
    expect(onDisk()).toEqual([])
  })

  it('a file from a non-member, or where files are off, before anything is stored', async () => {
    await expect(upload([['a.txt', 'x']], { as: stranger })).rejects.toMatchObject({ code: 'not_found' })
    db.update(conversations).set({ allowFileSharing: false }).run()
    await expect(upload([['a.txt', 'x']])).rejects.toMatchObject({ text: { key: 'chatrefused:right.sendFiles' } })
    expect(onDisk()).toEqual([])
  })
})

describe('a voice note', () => {
  const voice = { durationMs: 3_000, waveform: [0, 50, 100] }
  it('keeps the metadata of the recorder', async () => {
    const file = await uploadOne(['voice.webm', webm('audio')], { voice })
    expect(file).toMatchObject({ kind: 'audio', mime: 'audio/webm', voice: true, ...voice })
    expect(
      await uploadOne(['v.webm', webm('audio')], { voice: { ...voice, durationMs: maxVoiceMs + 1000 } }),
    ).toBeTruthy()
  })

  it.each([
    ['nothing', '', voice, 'chat:files.nothingRecorded'],
    ['film', webm('video'), voice, 'chatrefused:files.notVoice'],
    ['too long', webm('audio'), { ...voice, durationMs: maxVoiceMs + 5000 }, 'chatrefused:files.voiceTooLong'],
    ['of no length', webm('audio'), { ...voice, durationMs: 0 }, 'chatrefused:files.notVoice'],
    ['too loud', webm('audio'), { ...voice, waveform: [101] }, 'chatrefused:files.notVoice'],
    [
      'of too many samples',
      webm('audio'),
      { ...voice, waveform: Array<number>(51).fill(1) },
      'chatrefused:files.notVoice',
    ],
    ['of half samples', webm('audio'), { ...voice, waveform: [0.5] }, 'chatrefused:files.notVoice'],
  ])('is not %s', async (_, content, facts, key) => {
    const refused = upload([['voice.webm', content]], { voice: facts })
    await expect(refused).rejects.toMatchObject({ text: { key } })
    expect(onDisk()).toEqual([])
  })
})

describe('a file can be read', () => {
  const readers = (id: string) =>
    Object.entries({ admin, author, other, stranger }).flatMap(([name, ctx]) => (findChatFile(ctx, id) ? [name] : []))

  it('by its sender until it is sent, and then by everybody in the conversation', async () => {
    const file = await uploadOne(['a.txt', 'x'])
    expect(readers(file.id)).toEqual(['author'])
    send(file)
    expect(readers(file.id)).toEqual(['admin', 'author', 'other'])
  })

  it('by nobody who has left', async () => {
    const file = await uploadOne(['a.txt', 'x'])
    send(file)
    for (const ctx of [author, other]) {
      db.update(conversationMembers).set({ leftAt: testNow }).where(eq(conversationMembers.userId, ctx.actor.id)).run()
    }
    expect(readers(file.id)).toEqual(['admin'])
  })

  it('by nobody once its message is unsent, and not by a member who has hidden it', async () => {
    const file = await uploadOne(['a.txt', 'x'])
    const { id: messageId } = send(file)
    hideMessage(other, { messageId })
    expect(readers(file.id)).toEqual(['admin', 'author'])
    unsendMessage(author, { messageId })
    expect(readers(file.id)).toEqual([])
  })

  it.each([true, false])('by its sender and the admins while it is pending; approved: %s', async (approve) => {
    db.update(conversations).set({ moderateMessages: true }).run()
    const file = await uploadOne(['a.txt', 'x'])
    const { id: pendingMessageId } = send(file)
    expect(readers(file.id)).toEqual(['admin', 'author'])
    decidePendingMessage(admin, { pendingMessageId, approve })
    expect(readers(file.id)).toEqual(approve ? ['admin', 'author', 'other'] : [])
  })
})

describe('an unreadable file is deleted', () => {
  it('when it was not sent within a day', async () => {
    const unsent = await uploadOne(['a.png', await picture('png')])
    const sent = await uploadOne(['b.txt', 'x'])
    send(sent)
    expect(await deleteUnreadableFiles(db, testNow + day - 1)).toBe(0)
    expect(await deleteUnreadableFiles(db, testNow + day)).toBe(1)
    expect(findChatFile(author, unsent.id)).toBeNull()
    expect(onDisk()).toEqual([findChatFile(author, sent.id)?.storedAs])
  })

  it('when its message was unsent or denied', async () => {
    const taken = await uploadOne(['a.txt', 'x'])
    unsendMessage(author, { messageId: send(taken).id })
    db.update(conversations).set({ moderateMessages: true }).run()
    const denied = await uploadOne(['b.txt', 'x'])
    decidePendingMessage(admin, { pendingMessageId: send(denied).id, approve: false })
    const waiting = await uploadOne(['c.txt', 'x'])
    send(waiting)
    expect(await deleteUnreadableFiles(db, testNow + day)).toBe(2)
    const left = findChatFile(author, waiting.id)?.storedAs ?? ''
    expect(onDisk()).toEqual([left])
    expect(existsSync(join(env.filesDir, left))).toBe(true)
  })

  it('at once when its pending message is unsent', async () => {
    db.update(conversations).set({ moderateMessages: true }).run()
    const dispatcher = startDispatcher(db, [])
    const stops = deleteFilesOfGoneMessages()
    const [taken, waiting] = [await uploadOne(['a.txt', 'x']), await uploadOne(['b.txt', 'x'])]
    const { id: pendingMessageId } = send(taken)
    send(waiting)
    unsendPendingMessage(author, { pendingMessageId })
    expect(findChatFile(author, taken.id)).toBeNull()
    await expect.poll(onDisk).toEqual([findChatFile(author, waiting.id)?.storedAs])
    for (const stop of stops) stop()
    dispatcher.stop()
    expect(await deleteUnreadableFiles(db, testNow + day)).toBe(0)
  })

  it('also after an interrupted deletion', async () => {
    const file = await uploadOne(['a.png', await picture('png')])
    const place = join(env.filesDir, findChatFile(author, file.id)?.storedAs ?? '')
    rmSync(place)
    mkdirSync(place)
    await expect(deleteUnreadableFiles(db, testNow + day)).rejects.toThrow('EISDIR')
    expect(findChatFile(author, file.id)).toBeNull()
    expect(() => send(file)).toThrow('noFile')
    rmdirSync(place)
    await deleteUnreadableFiles(db, testNow + day)
    expect(onDisk()).toEqual([])
    expect(db.select({ id: files.id }).from(files).all()).toEqual([])
  })

  it('in batches', async () => {
    const at = { subjectType: 'conversation', subjectId: conversationId, uploadedBy: author.actor.id }
    const rows = Array.from({ length: 1200 }, (_, n) => ({
      ...at,
      ...{ id: newId(), name: `${n}`, mime: 'text/plain', size: 1, sha256: '', storedAs: newId(), createdAt: testNow },
    }))
    for (let n = 0; n < rows.length; n += 400)
      db.insert(files)
        .values(rows.slice(n, n + 400))
        .run()
    expect(await deleteUnreadableFiles(db, testNow + day)).toBe(1200)
    expect(db.select().from(files).all()).toEqual([])
  })
})
