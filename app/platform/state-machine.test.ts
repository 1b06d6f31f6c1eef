import { expect, test } from 'vitest'
import { defineMachine } from './state-machine.ts'

type Door = {
  namespace: 'door'
  state: 'shut' | 'ajar' | 'open'
  action: 'push' | 'pull' | 'knock'
  role: 'guest' | 'cat'
  facts: { locked?: boolean; word?: string }
  refusal: 'locked' | 'noWord'
}

const door = defineMachine<Door>({
  namespace: 'door',
  transitions: [
    {
      from: ['shut', 'ajar'],
      action: 'push',
      by: 'guest',
      to: 'open',
      when: (facts) => (facts.locked ? 'locked' : null),
      input: (facts) => (facts.word ? null : 'noWord'),
    },
    { from: 'ajar', action: 'push', by: 'cat', to: 'open' },
    { from: 'open', action: 'pull', by: ['guest', 'cat'], to: (facts) => (facts.word ? 'ajar' : 'shut') },
  ],
})

test('a transition happens when its guard and input allow it', () => {
  expect(door.next('shut', 'push', 'guest', { word: 'please' })).toEqual({ ok: true, to: 'open' })
  expect(door.next('shut', 'push', 'guest', { locked: true, word: 'please' })).toEqual({
    ok: false,
    reason: 'door:refused.locked',
  })
  expect(door.next('shut', 'push', 'guest')).toEqual({ ok: false, reason: 'door:refused.noWord' })
})

test('the target state may depend on the facts', () => {
  expect(door.next('open', 'pull', 'cat')).toEqual({ ok: true, to: 'shut' })
  expect(door.next('open', 'pull', 'cat', { word: 'miaow' })).toEqual({ ok: true, to: 'ajar' })
})

test('other actions are refused: for the role if another role may, else for the state', () => {
  expect(door.next('open', 'push', 'guest')).toEqual({ ok: false, reason: 'door:refused.wrongState' })
  expect(door.next('shut', 'push', 'cat')).toEqual({ ok: false, reason: 'door:refused.forbiddenRole' })
  expect(door.next('open', 'push', 'cat')).toEqual({ ok: false, reason: 'door:refused.wrongState' })
  expect(door.next('shut', 'knock', 'guest')).toEqual({ ok: false, reason: 'door:refused.forbiddenRole' })
})

test('allowed actions ignore what must still be typed', () => {
  expect(door.allowed('ajar', 'guest')).toEqual(['push'])
  expect(door.allowed('ajar', 'guest', { locked: true })).toEqual([])
  expect(door.allowed('open', 'cat')).toEqual(['pull'])
})
