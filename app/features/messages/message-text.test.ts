import { expect, it } from 'vitest'
import { groupDescription, groupName, groupTags } from '#app/features/groups/group-fields.ts'
import { plainLine } from '#app/platform/text/plain-text.ts'
import { messageText } from './message-text.ts'

const family = '👨\u200d👩\u200d👧 می\u200cخواهم'

it('replaces unpaired surrogates', () => {
  expect(messageText('a\ud800b \udc00', { mayBeEmpty: false })).toBe('a\ufffdb \ufffd')
  expect(messageText(family, { mayBeEmpty: false })).toBe(family)
})

it('removes control and direction-changing characters from a line, but keeps joiners', () => {
  expect(plainLine(' Roof\u0000 \n\u202ecrew\u2066\u0085 \ud800')).toBe('Roof crew \ufffd')
  expect(plainLine(family)).toBe(family)
})

it('refuses them in the name and description of a group, as every form does, and keeps line breaks', () => {
  expect(() => groupName('Roof\u202e crew')).toThrow('validation:characters')
  expect(() => groupName('Roof\u0007 crew')).toThrow('validation:characters')
  expect(() => groupDescription('One\n\u2066Two')).toThrow('validation:characters')
  expect(() => groupTags(['roof', 'ro\u202eof'])).toThrow('validation:characters')
  expect(groupName(' Roof\n crew\u200b ')).toBe('Roof crew')
  expect(groupDescription('One\r\nTwo\n\n\tThree ')).toBe('One\nTwo\n\n\tThree')
  expect(groupTags(['#roof', 'roof', '\u200b'])).toEqual(['roof'])
})
