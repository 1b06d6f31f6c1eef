import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { env } from '#app/platform/env.server.ts'
import { xlsxBytes } from '#app/platform/tables/write-xlsx.server.ts'
import { picture } from '#tests/factories/media.ts'
import { eventually } from '#tests/setup/eventually.ts'
import { receiveUpload } from './receive-upload.server.ts'
import { workKinds } from './sniff-file.server.ts'

const limits = { maxFiles: 3, maxBytes: 100_000, kinds: workKinds }
let before: string[] = []
beforeEach(() => {
  mkdirSync(env.filesDir, { recursive: true })
  before = readdirSync(env.filesDir)
})
const left = () => readdirSync(env.filesDir).filter((name) => !before.includes(name))

function request(...files: [name: string, content: string | Buffer][]): Request {
  const form = new FormData()
  form.append('note', 'Räksmörgås')
  for (const [name, content] of files) form.append('files', new File([new Uint8Array(Buffer.from(content))], name))
  return new Request('http://localhost/', { method: 'POST', body: form })
}

const png = await picture('png')
/** The parts that make a zip a Word document, and nothing in them. */
const word = Buffer.from(
  'UEsDBBQAAAAIAERFdl3GEnoHrAAAAPEAAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbF2Puw7CMAxFf6XKihoXBgaUlIEdGPgBK3HbiOahJBT4exKQOjBax/dcWxxfdm4Wisl4J9mWd+zYi9s7UGoKcUmyKedwAEhqIouJ+0CukMFHi7mMcYSA6o4jwa7r9qC8y+Rym6uD9eJS5NFoaq4Y8xktSQZPHzVorx62bPJiY83pF6vNkmEIs1GYy02wOP3X2fphMIrWfLWF6BWlZNxoZ74Si8Ztqh56Ad+n+g9QSwMEFAAAAAgAREV2Xd1ahg0PAAAADQAAABEAAAB3b3JkL2RvY3VtZW50LnhtbLMpt0rJTy7NTc0r0bcDAFBLAQIUAxQAAAAIAERFdl3GEnoHrAAAAPEAAAATAAAAAAAAAAAAAACAAQAAAABbQ29udGVudF9UeXBlc10ueG1sUEsBAhQDFAAAAAgAREV2Xd1ahg0PAAAADQAAABEAAAAAAAAAAAAAAIAB3QAAAHdvcmQvZG9jdW1lbnQueG1sUEsFBgAAAAACAAIAgAAAABsBAAAAAA==',
  'base64',
)
const sheet = Buffer.from(await xlsxBytes([['Lines']]))
/** Any zip, with a file that speaks of one. */
const zip = Buffer.concat([
  Buffer.from([0x50, 0x4b, 3, 4, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 17, 0, 0, 0, 17, 0, 0, 0, 5, 0, 0, 0]),
  Buffer.from('a.txtword/document.xml'),
])

describe('what is uploaded', () => {
  it('arrives as fields, and as files on disk under random names', async () => {
    const upload = await receiveUpload(request(['../../etc/Räp<o>rt.pdf', '%PDF-1.7 text']), limits)
    expect(upload.form.get('note')).toBe('Räksmörgås')
    const [file] = upload.files
    expect(file).toMatchObject({ field: 'files', name: 'Räport.pdf', mime: 'application/pdf', size: 13 })
    expect(file?.storedAs).toMatch(/^[0-9a-f]{48}$/)
    await file?.store()
    file?.keep()
    await upload.discard()
    expect(readFileSync(join(env.filesDir, file?.storedAs ?? ''), 'utf8')).toBe('%PDF-1.7 text')
    await upload.discard({ kept: true })
    expect(left()).toEqual([])
  })

  it('leaves nothing when it was not kept', async () => {
    const upload = await receiveUpload(request(['a.txt', 'text'], ['b.txt', 'text']), limits)
    expect(left()).toHaveLength(2)
    await upload.discard()
    expect(left()).toEqual([])
  })

  it('leaves nothing where it was stored and no row names it', async () => {
    const upload = await receiveUpload(request(['a.txt', 'text'], ['b.txt', 'text']), limits)
    const [kept, other] = upload.files
    for (const file of upload.files) await file.store()
    expect(left().sort()).toEqual([kept?.storedAs, other?.storedAs].sort())
    kept?.keep()
    await upload.discard()
    expect(left()).toEqual([kept?.storedAs])
    await upload.discard({ kept: true })
  })

  it('is nothing where no file was chosen', async () => {
    const { files } = await receiveUpload(request(['', '']), limits)
    expect(files).toEqual([])
    expect(left()).toEqual([])
  })
})

describe('what is too much or broken leaves nothing', () => {
  it.each([
    ['too large', () => request(['a.txt', 'x'.repeat(100_001)])],
    ['too large together', () => request(['a.txt', 'x'.repeat(60_000)], ['b.txt', 'x'.repeat(60_000)])],
    ['too many', () => request(['a', '1'], ['b', '1'], ['c', '1'], ['d', '1'])],
  ])('%s', async (_, make) => {
    await expect(receiveUpload(make(), limits)).rejects.toMatchObject({ code: 'too_large' })
    expect(left()).toEqual([])
  })

  it('cut off', async () => {
    const whole = Buffer.from(await request(['a.txt', 'x'.repeat(50_000)]).arrayBuffer())
    const made = request(['a.txt', 'x'.repeat(50_000)])
    const headers = { 'Content-Type': made.headers.get('Content-Type') ?? '' }
    const boundary = /boundary=(.+)$/.exec(headers['Content-Type'])?.[1] ?? ''
    const body = whole
      .toString('latin1')
      .replaceAll(/--[^\r\n]+/g, (line) => (line.includes('form') ? `--${boundary}` : line))
    const cut = new Request('http://localhost/', {
      method: 'POST',
      headers,
      body: Buffer.from(body, 'latin1').subarray(0, 20_000),
    })
    await expect(receiveUpload(cut, limits)).rejects.toMatchObject({ code: 'invalid' })
    expect(left()).toEqual([])
  })

  it('given up by the sender', async () => {
    const abort = new AbortController()
    const boundary = 'boundary'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nfirst part`
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from(head)),
    })
    const init = {
      method: 'POST',
      body,
      signal: abort.signal,
      duplex: 'half',
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    }
    const receiving = receiveUpload(new Request('http://localhost/', init as RequestInit), limits)
    const refused = expect(receiving).rejects.toMatchObject({ code: 'invalid' })
    setTimeout(() => abort.abort(), 50)
    await refused
    expect(left()).toEqual([])
  })
})

describe('the kind of a file is what it contains', () => {
  it.each([
    ['a.png', png, 'image/png'],
    ['a.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), null],
    ['a.JPG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
    ['a.gif', 'GIF89a…', 'image/gif'],
    ['a.webp', 'RIFF0000WEBP', 'image/webp'],
    ['a.docx', word, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.doc', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'application/msword'],
    ['a.xlsx', sheet, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['a.zip', zip, 'application/zip'],
    ['a.dwg', 'AC1032\0\0\0\0\0\0', 'image/vnd.dwg'],
    ['a.dxf', '  0\r\nSECTION\r\n  2\r\nHEADER\r\n', 'image/vnd.dxf'],
    ['a.dxf', '999\nmade by hand\n0\nSECTION\n2\nENTITIES\n', 'image/vnd.dxf'],
    ['a.dxf', 'AutoCAD Binary DXF\r\n\x1a\0', 'image/vnd.dxf'],
    ['a.txt', 'Åäö €\r\n\tplain', 'text/plain'],
    ['a.png', '<html><script>alert(1)</script>', null],
    ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', null],
    ['a.html', '<html>', null],
    ['a.pdf', 'GIF89a%PDF-1.4', null],
    ['a.docx', zip, null],
    ['a.docx', Buffer.from([0x50, 0x4b, 3, 4, 1, 2, 3]), null],
    ['a.txt', Buffer.from([0, 1, 2, 3]), null],
    ['a.xlsx', word, null],
    ['a.zip', '<html><script>alert(1)</script>', null],
    ['a.dwg', '  0\nSECTION\n', null],
    ['a.dwg', png, null],
    ['a.dxf', 'AC1032', null],
    ['a.dxf', '<svg xmlns="http://www.w3.org/2000/svg">\n0\nSECTION\n', null],
    ['a.pdf.exe', '%PDF-1.4', null],
    ['pdf', '%PDF-1.4', null],
  ])('%s', async (name, content, mime) => {
    const upload = await receiveUpload(request([name, content]), limits)
    expect(upload.files[0]?.mime).toBe(mime)
    await upload.discard()
    expect(existsSync(join(env.filesDir, `${upload.files[0]?.storedAs}.part`))).toBe(false)
  })
})

it('says that the disk is full, keeps nothing, and hands back what was typed', async () => {
  const head = '--b\r\nContent-Disposition: form-data; name="note"\r\n\r\nDone.\r\n'
  const file = '--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\ntext'
  let pulls = 0
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      pulls += 1
      if (pulls === 1) return controller.enqueue(new TextEncoder().encode(head + file))
      await eventually(() => expect(left()).toHaveLength(1))
      controller.error(Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' }))
    },
  })
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
  const full = new Request('http://localhost/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
  const form = new FormData()
  await expect(receiveUpload(full, { ...limits, form })).rejects.toMatchObject({
    code: 'storage_full',
    text: { key: 'errors:storageDisk' },
  })
  expect(form.get('note')).toBe('Done.')
  expect(left()).toEqual([])
})
