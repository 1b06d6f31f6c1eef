import { expect, it } from 'vitest'
import { rememberedPath } from './local-path.ts'

it.each([
  ['/projects', '/projects'],
  ['/projects/1?tab=bids&q=%C3%A4', '/projects/1?tab=bids&q=%C3%A4'],
  ['/projects.data?page=2', '/projects?page=2'],
  ['/search?q=https://example.org', '/search?q=https://example.org'],
  ['/', '/'],
])('%s redirects to %s', (path, to) => {
  expect(rememberedPath(path)).toBe(to)
})

it.each([
  undefined,
  null,
  42,
  '',
  'projects',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%5Cevil.example',
  '/%5cevil.example',
  '/%2Fevil.example',
  '/%2F%2Fevil.example',
  '%2F%2Fevil.example',
  '/\t/evil.example',
  '/%09/evil.example',
  '/\n/evil.example',
  '/%0d%0aLocation:%20https://evil.example',
  'https://evil.example',
  'http:evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '%6aavascript:alert(1)',
  'data:text/html,x',
  ' //evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/x/..//evil.example',
  '/%E0%A4%A',
  '/login',
  '/login?verified=true',
  '/signup',
  '/logout',
  '/LOGOUT',
])('%j redirects to the dashboard', (path) => {
  expect(rememberedPath(path)).toBe('/dashboard')
})
