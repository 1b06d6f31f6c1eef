import type { Request as HttpRequest, Response as HttpResponse } from 'express'
import { describe, expect, it } from 'vitest'
import { anonymousPages } from './anonymous-pages.server.ts'
import { backgroundContext, runInContext } from './request-context.server.ts'

const page = (html: string, init: ResponseInit = {}) => ({
  answer: new Response(null, { status: 200, ...init }),
  body: Buffer.from(html),
})
const request = (originalUrl: string, headers: Record<string, string> = {}, method = 'GET') =>
  ({ originalUrl, headers, method }) as unknown as HttpRequest

let asked = 0
const make = () =>
  anonymousPages({
    paths: ['/', '/pricing'],
    variantOf: async ({ cookie }) => {
      asked += 1
      return cookie ?? 'none'
    },
  })

/** What is sent from memory for a key, or null. */
function served(pages: ReturnType<typeof make>, key: string): string | null {
  let sent = ''
  const response = {
    setHeader: () => response,
    status: () => response,
    end: (body?: Buffer) => (sent = String(body ?? '')),
  }
  return pages.serve(key, request('/'), response as unknown as HttpResponse) ? sent : null
}

describe('a finished page', () => {
  it('is kept for its paths only, without a query and without a session', async () => {
    const pages = make()
    expect(await pages.keyOf(request('/'))).toBe('/ none')
    expect(await pages.keyOf(request('/', { cookie: 'theme=x' }))).toBe('/ theme=x')
    expect(await pages.keyOf(request('/', {}, 'HEAD'))).toBe('/ none')
    for (const other of [
      request('/?x=1'),
      request('/dashboard'),
      request('/', {}, 'POST'),
      request('/', { cookie: 'theme=x; session=abc' }),
      request('/.data'),
    ]) {
      expect(await pages.keyOf(other)).toBeNull()
    }
  })

  it('asks for its variant once per set of headers', async () => {
    const pages = make()
    asked = 0
    for (let n = 0; n < 3; n += 1) await pages.keyOf(request('/', { cookie: 'theme=y', 'accept-language': 'fi' }))
    expect(asked).toBe(1)
  })

  it('is sent as it was rendered', () => {
    const pages = make()
    const { answer, body } = page('<p>Hello</p><script src="/password-toggle.js" defer=""></script>')
    pages.keep('/ a', answer, body)
    expect(served(pages, '/ a')).toBe(body.toString())
    expect(served(pages, '/ b')).toBeNull()
  })

  it.each([
    ['another status', page('<p>x</p>', { status: 404 })],
    ['a cookie', page('<p>x</p>', { headers: { 'Set-Cookie': 'a=b' } })],
    ['an empty body', page('')],
    ['a script in the page', page('<script>x</script>')],
    ['a script with a nonce', page('<script nonce="abc" src="/x.js"></script>')],
    ['a submission id', page('<input value="01a1fa2e-8053-727f-88b9-ffe9f4488050">')],
  ])('is not kept with %s', (_, { answer, body }) => {
    const pages = make()
    pages.keep('/ a', answer, body)
    expect(served(pages, '/ a')).toBeNull()
  })

  it("is not kept with this answer's nonce anywhere in it", () => {
    const pages = make()
    runInContext({ ...backgroundContext(), nonce: 'Tm9uY2U=' }, () => {
      const { answer, body } = page('<style nonce="Tm9uY2U="></style>')
      pages.keep('/ a', answer, body)
    })
    expect(served(pages, '/ a')).toBeNull()
  })

  it('gives way when there are too many', () => {
    const pages = make()
    for (let n = 0; n < 401; n += 1) {
      const { answer, body } = page(`<p>${n}</p>`)
      pages.keep(`/ ${n}`, answer, body)
    }
    expect(served(pages, '/ 0')).toBeNull()
    expect(served(pages, '/ 400')).toBe('<p>400</p>')
  })
})
