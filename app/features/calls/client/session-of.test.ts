import { expect, it } from 'vitest'
import { sessionOf } from './session-of.ts'

const description = (id: string, version: number) => `v=0\r\no=- ${id} ${version} IN IP4 127.0.0.1\r\ns=-\r\n`

it('is the same for each version of a description, and differs between connections', () => {
  expect(sessionOf(description('4611731400430051336', 3))).toBe('4611731400430051336')
  expect(sessionOf(description('1', 2))).toBe(sessionOf(description('1', 7)))
  expect(sessionOf(description('1', 2))).not.toBe(sessionOf(description('2', 2)))
  expect(sessionOf('')).toBe('')
})
