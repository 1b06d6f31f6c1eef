import { expect, it } from 'vitest'
import { workspaceScripts } from '#tests/setup/page-scripts.ts'

/** Gzipped KB of a first load, of which React, Remix and i18next take about 102. */
const limit = 150

it(`every page of the workspace loads at most ${limit} KB of scripts, texts included`, () => {
  const pages = workspaceScripts()
  expect(pages.length).toBeGreaterThan(40)
  // A measurement that missed the chunks would always pass; React alone is larger than this.
  expect(Math.min(...pages.map(({ kilobytes }) => kilobytes))).toBeGreaterThan(100)
  const over = pages.filter(({ kilobytes }) => kilobytes > limit)
  expect(over.map(({ page, locale, kilobytes }) => `${page} (${locale}): ${kilobytes.toFixed(1)} KB`)).toEqual([])
})
