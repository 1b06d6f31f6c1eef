import { expect, it } from 'vitest'
import { workspaceScripts } from '#tests/setup/page-scripts.ts'

/** Gzipped KB of a first load; React, Remix and i18next are about 102 of them. */
const limit = 150

it(`every page of the workspace loads at most ${limit} KB of scripts, texts included`, () => {
  const pages = workspaceScripts()
  expect(pages.length).toBeGreaterThan(40)
  // A measure that overlooks the chunks would pass everything: React alone is more than this.
  expect(Math.min(...pages.map(({ kilobytes }) => kilobytes))).toBeGreaterThan(100)
  const over = pages.filter(({ kilobytes }) => kilobytes > limit)
  expect(over.map(({ page, locale, kilobytes }) => `${page} (${locale}): ${kilobytes.toFixed(1)} KB`)).toEqual([])
})
