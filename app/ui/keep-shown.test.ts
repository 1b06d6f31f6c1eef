import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isUnreachable, loadOrKeep } from './keep-shown.ts'

const shown = { unread: 3 }
beforeEach(() => void vi.stubGlobal('window', { __remixRouter: { state: { loaderData: { shell: shown } } } }))
afterEach(() => void vi.unstubAllGlobals())

it('returns what the server sends', async () => {
  expect(await loadOrKeep('shell', async () => ({ unread: 4 }))).toEqual({ unread: 4 })
})

it.each([
  ['the server is unreachable', new TypeError('Failed to fetch'), true],
  ['the server fails', new Error('Unexpected Server Error'), false],
])('keeps what is shown when %s', async (_when, error, without) => {
  expect(await loadOrKeep('shell', () => Promise.reject(error))).toEqual({ ...shown, outdated: true })
  expect(isUnreachable(error)).toBe(without)
})

it('follows a redirect, and fails where nothing is shown yet', async () => {
  const redirect = new Response(null, { status: 302, headers: { Location: '/login' } })
  await expect(loadOrKeep('shell', () => Promise.reject(redirect))).rejects.toBe(redirect)
  const error = new TypeError('Failed to fetch')
  await expect(loadOrKeep('other', () => Promise.reject(error))).rejects.toBe(error)
})
