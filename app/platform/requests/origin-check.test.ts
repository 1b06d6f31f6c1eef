import type { Request, Response } from 'express'
import { describe, expect, it } from 'vitest'
import { env } from '#app/platform/env.server.ts'
import { foreignOrigins } from '#tests/factories/foreign-origins.ts'
import { originCheckMiddleware } from './origin-check.server.ts'
import { sessionCookieName } from './session-cookie.server.ts'

/** What the middleware passes to `next`: nothing when it allows the request, else the error. */
function checked(method: string, headers: Record<string, string>): unknown {
  let handed: unknown = 'nothing was handed on'
  const request = { method, headers: Object.fromEntries(Object.entries(headers).map(lowercase)) }
  originCheckMiddleware(request as unknown as Request, {} as Response, (error) => {
    handed = error
  })
  return handed
}

const lowercase = ([name, value]: [string, string]) => [name.toLowerCase(), value]
const signedIn = { Host: 'localhost:3000', Cookie: `${sessionCookieName}=x` }
const unsafe = ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']

describe.each(foreignOrigins)('a request with %s', (_name, headers) => {
  it.each(unsafe)('is refused when it is a %s', (method) => {
    expect(checked(method, { ...signedIn, ...headers })).toMatchObject({ code: 'forbidden' })
  })

  it.each(['GET', 'HEAD', 'OPTIONS'])('may be a %s, which changes nothing', (method) => {
    expect(checked(method, { ...signedIn, ...headers })).toBeUndefined()
  })
})

it('of a foreign name that leads to this machine is refused in development too', () => {
  const rebound = { Host: 'evil.example:3000', Origin: 'http://evil.example:3000' }
  expect(checked('POST', { ...signedIn, ...rebound })).toMatchObject({ code: 'forbidden' })
})

describe.each<[string, Record<string, string>]>([
  ['our Origin', { Origin: env.origin }],
  ['the address that the browser used in development', { Host: '127.0.0.1:3000', Origin: 'http://127.0.0.1:3000' }],
  ['a page of ours that sends no Origin', { 'Sec-Fetch-Site': 'same-origin' }],
  ['nobody but the reader behind it', { 'Sec-Fetch-Site': 'none' }],
  ['a Referer of ours', { Referer: `${env.origin}/settings` }],
])('a request with %s', (_name, headers) => {
  it.each(unsafe)('may be a %s', (method) => {
    expect(checked(method, { ...signedIn, ...headers })).toBeUndefined()
  })
})

it('of a program without a cookie may write, for it has nothing to steal', () => {
  expect(checked('POST', { Host: 'localhost:3000' })).toBeUndefined()
})
