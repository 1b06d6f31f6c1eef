import { expect, it } from 'vitest'
import { systemLineOf } from './system-line.ts'

const call = (reason: string, declined: string, missed: string) => ({
  text: 'callUnconnected',
  params: { name: 'Anna', callerId: 'anna', reason, declined, missed },
})

it.each([
  ['anna', call('declined', 'bo', ''), 'callOutDeclined'],
  ['bo', call('declined', 'bo', ''), 'callDeclined'],
  ['anna', call('cancelled', '', 'bo'), 'callOutCancelled'],
  ['anna', call('no_answer', '', 'bo'), 'callOutUnanswered'],
  ['anna', call('busy', '', 'bo'), 'callOutUnanswered'],
  ['anna', call('failed', '', ''), 'callUnconnected'],
  ['bo', call('failed', '', ''), 'callUnconnected'],
  ['bo', call('no_answer', '', 'bo'), 'callMissed'],
  ['cleo', call('no_answer', 'bo', 'dora cleo'), 'callMissed'],
  ['bo', call('no_answer', 'bo', 'dora cleo'), 'callDeclined'],
  ['somebody else', call('no_answer', 'bo', 'dora cleo'), 'callUnconnected'],
  [null, call('declined', 'bo', ''), 'callUnconnected'],
  ['anna', { text: 'memberJoined', params: { name: 'Anna' } }, 'memberJoined'],
])('tells %s a call of %j as %s', (reader, line, key) => {
  expect(systemLineOf(line, reader)).toBe(key)
})
