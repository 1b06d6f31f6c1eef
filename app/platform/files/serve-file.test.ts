import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fileStorage } from './file-storage.server.ts'
import { serveFile } from './serve-file.server.ts'

async function store(storedAs: string, content: string | Buffer): Promise<string> {
  writeFileSync(fileStorage.incomingPath(storedAs), content)
  await fileStorage.put(storedAs)
  return storedAs
}

const storedAs = await store('serve-file', '0123456789')
const file = { storedAs, name: 'Räp"o\r\nrt.mp4', mime: 'video/mp4', etag: 'abc', inline: true }

async function serve(headers: Record<string, string> = {}, method = 'GET', served: Partial<typeof file> = {}) {
  const request = new Request('http://localhost/files/1', { method, headers })
  const answer = await serveFile(request, { ...file, ...served })
  if (!answer) return null
  const { status } = answer
  return { status, headers: answer.headers, text: await answer.text(), range: answer.headers.get('Content-Range') }
}

describe('a part of a file', () => {
  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=99-100', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=5-2', 200, '0123456789', null],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['bytes=-', 200, '0123456789', null],
    ['lines=0-1', 200, '0123456789', null],
    ['bytes=a-b', 200, '0123456789', null],
    ['bytes=99999999999999999999-', 200, '0123456789', null],
  ])('%s', async (range, status, text, told) => {
    const answer = await serve({ Range: range })
    expect([answer?.status, answer?.text, answer?.range]).toEqual([status, text, told])
    if (status !== 416) expect(answer?.headers.get('Content-Length')).toBe(String(text.length))
  })

  it('is given by If-Range only of the same content', async () => {
    expect((await serve({ Range: 'bytes=0-1', 'If-Range': '"abc"' }))?.status).toBe(206)
    expect((await serve({ Range: 'bytes=0-1', 'If-Range': '"other"' }))?.status).toBe(200)
    expect((await serve({ Range: 'bytes=0-1', 'If-Range': 'W/"abc"' }))?.status).toBe(200)
  })
})

describe('a whole file', () => {
  it('is described to HEAD, and not sent', async () => {
    const answer = await serve({ Range: 'bytes=0-1' }, 'HEAD')
    expect([answer?.status, answer?.text, answer?.headers.get('Content-Length')]).toEqual([200, '', '10'])
  })

  it.each(['"abc"', 'W/"abc"', '"x", "abc"', '*'])('is not sent again to a client that has it: %s', async (held) => {
    const answer = await serve({ 'If-None-Match': held })
    expect([answer?.status, answer?.text]).toEqual([304, ''])
  })

  it('runs nothing, and cannot be loaded by another site', async () => {
    const headers = (await serve())?.headers
    expect(headers?.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers?.get('Content-Security-Policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(headers?.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    expect(headers?.get('Cache-Control')).toBe('private, no-cache')
    expect(headers?.get('Content-Disposition')).toBe(
      `inline; filename="R_p\\"o__rt.mp4"; filename*=UTF-8''R%C3%A4p%22o__rt.mp4`,
    )
  })

  it.each([
    ['image/png', true, 'inline'],
    ['audio/webm', true, 'inline'],
    ['image/png', false, 'attachment'],
    ['application/pdf', true, 'attachment'],
    ['text/plain', true, 'attachment'],
    ['text/html', true, 'attachment'],
    ['image/svg+xml', true, 'attachment'],
    ['image/vnd.dwg', true, 'attachment'],
    ['image/vnd.dxf', true, 'attachment'],
  ])('%s (inline: %s) is an %s', async (mime, inline, how) => {
    const answer = await serve({}, 'GET', { mime, inline })
    expect(answer?.headers.get('Content-Disposition')).toMatch(new RegExp(`^${how};`))
  })

  it('may be gone, or empty', async () => {
    expect(await serve({}, 'GET', { storedAs: 'serve-file-gone' })).toBeNull()
    const empty = await store('serve-file-empty', '')
    const answer = await serve({ Range: 'bytes=0-1' }, 'GET', { storedAs: empty })
    expect(answer?.status).toBe(416)
    expect((await serve({}, 'GET', { storedAs: empty }))?.text).toBe('')
  })
})

it('closes the file when the client disconnects', async () => {
  const big = await store('serve-file-big', Buffer.alloc(20_000_000))
  // Only of this file, because other tests open and close files in the same process.
  const open = () => readdirSync('/proc/self/fd').filter((handle) => targetOf(handle)?.endsWith(big)).length
  const answer = await serveFile(new Request('http://localhost/'), { ...file, storedAs: big })
  const reader = answer?.body?.getReader()
  await reader?.read()
  expect(open()).toBe(1)
  await reader?.cancel()
  await expect.poll(open).toBe(0)
})

/** What an open file handle of this process points to; undefined if it was closed meanwhile. */
function targetOf(handle: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${handle}`)
  } catch {
    return undefined
  }
}
