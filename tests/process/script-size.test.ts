import { expect, it } from 'vitest'
import { workspaceScripts } from '#tests/setup/page-scripts.ts'

/** Gzipped KB of a first load, of which React and Remix take about 75. */
const limit = 133
/** What is loaded as soon as the page is there, too: client-side navigation and the live chat with its socket. */
const limitsAfterwards = {
  'features/projects/routes/list': 130,
  'features/conversations/routes/messages': 132,
  'features/messages/routes/conversation': 150,
}
/** With all that loads by itself, of which the live chat with its socket is 21. */
const limitByItself = 166

it(`every page of the workspace loads at most ${limit} KB of scripts, texts included`, () => {
  const pages = workspaceScripts()
  expect(pages.length).toBeGreaterThan(40)
  // A measurement that missed the chunks would always pass; React alone is larger than this.
  expect(Math.min(...pages.map(({ kilobytes }) => kilobytes))).toBeGreaterThan(85)
  const over = pages.filter(({ kilobytes }) => kilobytes > limit)
  expect(over.map(({ page, locale, kilobytes }) => `${page} (${locale}): ${kilobytes.toFixed(1)} KB`)).toEqual([])
})

it.each(Object.entries(limitsAfterwards))('%s loads at most %i KB with what follows it', (page, most) => {
  const found = workspaceScripts('afterwards').find((each) => each.page === page)
  expect(found?.kilobytes).toBeGreaterThan(100)
  expect(found?.kilobytes).toBeLessThanOrEqual(most)
})

it(`no page loads more than ${limitByItself} KB by itself`, () => {
  const over = workspaceScripts('settled').filter(({ kilobytes }) => kilobytes > limitByItself)
  expect(over.map(({ page, locale, kilobytes }) => `${page} (${locale}): ${kilobytes.toFixed(1)} KB`)).toEqual([])
})
