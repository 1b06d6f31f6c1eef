import { expect, it } from 'vitest'
import { writeXml } from './write-xml.ts'

it('leaves out what is empty, and keeps an element that says nothing on purpose', () => {
  const xml = writeXml({
    a: { b: null, c: ' ', d: [], e: { '@f': 'x' }, g: { h: undefined }, i: true, j: [' k ', null, 'l'] },
  })
  expect(xml).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<a>\n  <i/>\n  <j>k</j>\n  <j>l</j>\n</a>')
})

it('escapes what is typed, and drops what no document may contain', () => {
  const xml = writeXml({ a: { '@b': '"<&lt;', '#': '</a>&amp; &lt; \u0000\u0007\uFFFE\uD800 👷 ä' } }, { isPart: true })
  expect(xml).toBe('<a b="&quot;&lt;&amp;lt;">&lt;/a&gt;&amp;amp; &amp;lt;  👷 ä</a>')
})
