import type { Request as HttpRequest } from 'express'
import { describe, expect, it } from 'vitest'
import { rememberReturnTo } from '#app/features/accounts/sessions/return-to.server.ts'
import { themeCookie } from '#app/features/settings/theme.server.ts'
import { acceptedTags } from '#app/i18n/languages.ts'
import { backgroundContext, runInContext } from '#app/platform/requests/request-context.server.ts'
import { pageResponse } from '#app/platform/requests/send-response.server.ts'
import { themes } from '#app/ui/themes/themes.ts'
import { publicPages } from './public-pages.server.ts'

type RequestArgs = [originalUrl: string, headers?: Record<string, string>, method?: string, session?: string | null]

/** The middleware over a renderer that records its requests, and a limit that counts them. */
function make({ status = 200, cookie = false } = {}) {
  const rendered: Request[] = []
  const limited: string[] = []
  const render = async (request: Request) => {
    rendered.push(request)
    if (status === 0) throw new Error('it broke')
    const headers = new Headers(cookie ? { 'Set-Cookie': 'a=b' } : {})
    return pageResponse(`<p>${rendered.length}</p>`, { status, headers })
  }
  const step = publicPages(render, (request, next) => {
    limited.push(request.originalUrl)
    return next()
  })
  const next = async () => new Response('their own')
  const ask = (...[originalUrl, headers = {}, method = 'GET', session = null]: RequestArgs) =>
    runInContext({ ...backgroundContext(), session }, () =>
      step({ originalUrl, headers, method } as unknown as HttpRequest, next),
    )
  const isCached = async (...args: RequestArgs) => (await ask(...args)).body === null
  return { rendered, limited, ask, isCached }
}

describe('a cached page', () => {
  it('is served for its paths only, without a query and without a session', async () => {
    const { isCached } = make()
    const those: RequestArgs[] = [['/'], ['/', {}, 'HEAD'], ['/', { cookie: 'theme=x' }], ['/pricing']]
    for (const args of those) expect(await isCached(...args)).toBe(true)
    const others: RequestArgs[] = [
      ['/?x=1'],
      ['/dashboard'],
      ['/.data'],
      ['//'],
      ['/', {}, 'POST'],
      ['/', {}, 'GET', 'one'],
    ]
    for (const args of others) expect(await isCached(...args)).toBe(false)
  })

  it('is the visitor’s own where the login page says why they are there', async () => {
    const { isCached } = make()
    const cookie = String((await rememberReturnTo('/contracts')).split(';')[0])
    expect([await isCached('/login', { cookie }), await isCached('/', { cookie })]).toEqual([false, true])
    expect(await isCached('/login')).toBe(true)
  })

  it('is rendered once for concurrent requests, from their language and theme alone', async () => {
    const { ask, rendered } = make()
    const cookie = `${(await themeCookie.serialize('japan')).split(';')[0]}; other=evil`
    const headers = { cookie, 'accept-language': 'fi-FI', 'x-forwarded-host': 'evil', 'user-agent': 'evil' }
    await Promise.all([1, 2, 3].map(() => ask('/pricing', headers)))
    expect(rendered).toHaveLength(1)
    const [request] = rendered as [Request]
    expect(new URL(request.url).pathname).toBe('/pricing')
    expect([...request.headers.keys()]).toEqual(['cookie'])
    expect(request.headers.get('Cookie')).toMatch(/^language=[\w%]+; theme=[\w%]+$/)
  })

  it('takes a turn to be rendered, and none to be served', async () => {
    const { limited, rendered, ask } = make()
    for (let round = 0; round < 3; round += 1) await ask('/')
    expect(limited).toEqual(['/'])
    expect(rendered).toHaveLength(1)
    await ask('/', { 'accept-language': 'fi' })
    expect(limited).toHaveLength(2)
  })

  it('follows the headers of each visitor, however many there were', async () => {
    const { rendered, ask } = make()
    for (const tag of ['sv', 'fi', 'sv']) await ask('/', { 'accept-language': tag })
    expect(rendered).toHaveLength(2)
    for (let visitor = 0; visitor < 2500; visitor += 1) await ask('/', { cookie: `visitor=${visitor}` })
    await ask('/', { cookie: `visitor=${'x'.repeat(3000)}; other=1`, 'accept-language': 'sv' })
    expect(rendered).toHaveLength(3)
  })

  it.each([
    ['another status', { status: 500 }],
    ['a cookie', { cookie: true }],
    ['a failure', { status: 0 }],
  ])(
    'is not cached after %s: the visitor gets their own page, and the next request tries again',
    async (_, options) => {
      const { isCached, rendered } = make(options)
      for (let round = 0; round < 2; round += 1) expect(await isCached('/')).toBe(false)
      expect(rendered).toHaveLength(2)
    },
  )

  it('is evicted when there are too many', async () => {
    const { ask, rendered } = make()
    const variants: Record<string, string>[] = []
    for (const { key } of themes) {
      const cookie = String((await themeCookie.serialize(key)).split(';')[0])
      for (const tag of acceptedTags) variants.push({ cookie, 'accept-language': tag })
    }
    let last = variants[0]
    for (const variant of variants) {
      if (rendered.length > 400) break
      await ask('/', variant)
      last = variant
    }
    expect(rendered).toHaveLength(401)
    await ask('/', last)
    expect(rendered).toHaveLength(401)
    await ask('/', variants[0])
    expect(rendered).toHaveLength(402)
  })
})
