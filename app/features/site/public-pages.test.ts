import type { Request as HttpRequest } from 'express'
import { describe, expect, it } from 'vitest'
import { themeCookie } from '#app/features/settings/theme.server.ts'
import { acceptedTags } from '#app/i18n/languages.ts'
import { backgroundContext, runInContext } from '#app/platform/requests/request-context.server.ts'
import { pageResponse } from '#app/platform/requests/send-response.server.ts'
import { themes } from '#app/ui/themes/themes.ts'
import { publicPages } from './public-pages.server.ts'

type Asked = [originalUrl: string, headers?: Record<string, string>, method?: string, session?: string | null]

/** The step over a renderer that notes what it is asked for. */
function make({ status = 200, cookie = false } = {}) {
  const rendered: Request[] = []
  const step = publicPages(async (request) => {
    rendered.push(request)
    if (status === 0) throw new Error('it broke')
    const headers = new Headers(cookie ? { 'Set-Cookie': 'a=b' } : {})
    return pageResponse(`<p>${rendered.length}</p>`, { status, headers })
  })
  const next = async () => new Response('their own')
  const ask = (...[originalUrl, headers = {}, method = 'GET', session = null]: Asked) =>
    runInContext({ ...backgroundContext(), session }, () =>
      step({ originalUrl, headers, method } as unknown as HttpRequest, next),
    )
  const isFinished = async (...asked: Asked) => (await ask(...asked)).body === null
  return { rendered, ask, isFinished }
}

describe('a finished page', () => {
  it('is of its paths only, without a query and without a session', async () => {
    const { isFinished } = make()
    const those: Asked[] = [['/'], ['/', {}, 'HEAD'], ['/', { cookie: 'theme=x' }], ['/pricing']]
    for (const asked of those) expect(await isFinished(...asked)).toBe(true)
    const others: Asked[] = [['/?x=1'], ['/dashboard'], ['/.data'], ['//'], ['/', {}, 'POST'], ['/', {}, 'GET', 'one']]
    for (const asked of others) expect(await isFinished(...asked)).toBe(false)
  })

  it('is rendered once, however many ask for it at once, from their language and theme alone', async () => {
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

  it.each([
    ['another status', { status: 500 }],
    ['a cookie', { cookie: true }],
    ['a failure', { status: 0 }],
  ])('is none with %s: whoever asks gets their own, and the next one has it tried again', async (_, options) => {
    const { isFinished, rendered } = make(options)
    for (let round = 0; round < 2; round += 1) expect(await isFinished('/')).toBe(false)
    expect(rendered).toHaveLength(2)
  })

  it('gives way when there are too many', async () => {
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
