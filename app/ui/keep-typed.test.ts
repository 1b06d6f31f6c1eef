import { afterEach, expect, it, vi } from 'vitest'
import { keepTypedForms } from './keep-typed.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Submits the form of `/projects/new` by script, to a server that answers so. */
async function submit(answer: () => Promise<Response>): Promise<Response> {
  const href = 'http://localhost/projects/new'
  const navigation = { state: 'submitting', formAction: '/projects/new' }
  vi.stubGlobal('location', new URL(href))
  vi.stubGlobal('window', { fetch: answer, __remixRouter: { state: { navigation } } })
  keepTypedForms()
  return window.fetch(`${href}.data`, { method: 'POST' })
}

it.each([
  ['a limit that refuses all that its sender asks', 429, 429, 'errors:tooFast'],
  ['the limit on its size', 413, 413, 'errors:tooLarge'],
  ['a proxy that reaches no server', 502, 503, 'ui:error.notSent'],
])('keeps a form on its page that is answered by %s', async (_who, status, shown, reason) => {
  const kept = await submit(async () => new Response('Refused', { status }))
  expect([kept.status, kept.headers.get('X-Remix-Response')]).toEqual([shown, 'yes'])
  expect(await kept.text()).toContain(reason)
})

it('keeps a form on its page that reaches nobody', async () => {
  const kept = await submit(() => Promise.reject(new TypeError('Failed to fetch')))
  expect([kept.status, kept.headers.get('X-Remix-Response')]).toEqual([503, 'yes'])
  expect(await kept.text()).toContain('ui:error.notSent')
})

it('passes on what a page answers', async () => {
  const headers = { 'X-Remix-Response': 'yes' }
  const answer = new Response('its own reason', { status: 429, headers })
  expect(await submit(async () => answer)).toBe(answer)
})
