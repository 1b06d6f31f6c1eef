import { expect, it } from 'vitest'
import { keyAction } from './call-keys.ts'

const press = (key: string, changes: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  target: null,
  ...changes,
})
/** An element that is, or is in, what this part of a selector names. */
const inside = (name: string) => ({ target: { closest: (selector: string) => selector.includes(name) } as never })

it.each([
  ['m', 'mute'],
  ['M', 'mute'],
  [' ', 'mute'],
  ['v', 'camera'],
  ['c', 'camera'],
  ['s', 'share'],
  ['f', 'minimize'],
  ['e', 'end'],
  ['h', 'end'],
  ['x', null],
])('%j does %s', (key, action) => {
  expect(keyAction(press(key), false)).toBe(action)
})

it('does nothing while typing, with another key, or while held', () => {
  expect(keyAction(press('m', inside('textarea')), false)).toBeNull()
  for (const held of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey', 'repeat'])
    expect(keyAction(press('m', { [held]: true }), false)).toBeNull()
})

it('leaves the space bar to a button that has the focus', () => {
  expect(keyAction(press(' ', inside('summary')), false)).toBeNull()
  expect(keyAction(press('m', inside('summary')), false)).toBe('mute')
})

it('hangs up only where the call is seen', () => {
  expect(keyAction(press('e'), true)).toBeNull()
  expect(keyAction(press('s'), true)).toBeNull()
  expect(keyAction(press(' '), true)).toBeNull()
  expect(keyAction(press('m'), true)).toBe('mute')
  expect(keyAction(press('f'), true)).toBe('minimize')
})
