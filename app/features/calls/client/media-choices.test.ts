import { expect, it } from 'vitest'
import { defaultChoices, readChoices } from './media-choices.ts'

it('takes what is stored, and the defaults for the rest', () => {
  expect(readChoices(null)).toEqual(defaultChoices)
  expect(readChoices('no JSON')).toEqual(defaultChoices)
  expect(readChoices('null')).toEqual(defaultChoices)
  expect(readChoices('{"volume":80,"shortcuts":false,"microphoneId":"a"}')).toEqual({
    ...defaultChoices,
    volume: 80,
    shortcuts: false,
    microphoneId: 'a',
  })
})

it('keeps the volume between 0 and 100', () => {
  expect(readChoices('{"volume":120}').volume).toBe(100)
  expect(readChoices('{"volume":-1}').volume).toBe(0)
  expect(readChoices('{"volume":"loud"}').volume).toBe(50)
})
