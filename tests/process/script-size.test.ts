import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BuiltServer, startBuilt, temporaryFolder } from '#tests/setup/built-server.ts'
import { scriptsOf, workspaceScripts } from '#tests/setup/page-scripts.ts'

/** Gzipped KB of a first load; React, Remix and i18next are about 102 of them. */
const limit = 150

let folder: ReturnType<typeof temporaryFolder>
let server: BuiltServer
beforeAll(async () => {
  folder = temporaryFolder()
  server = await startBuilt({ dataDir: folder.path })
})
afterAll(async () => {
  await server.stop()
  folder.remove()
})

it.each(['/', '/pricing', '/login', '/signup', '/forgot-password'])('%s loads no script', async (page) => {
  const { status, text } = await server.ask(page)
  expect(status).toBe(200)
  expect(scriptsOf(text)).toEqual([])
})

it(`every page of the workspace loads at most ${limit} KB of scripts, texts included`, () => {
  const pages = workspaceScripts()
  expect(pages.length).toBeGreaterThan(40)
  // A measure that overlooks the chunks would pass everything: React alone is more than this.
  expect(Math.min(...pages.map(({ kilobytes }) => kilobytes))).toBeGreaterThan(100)
  const over = pages.filter(({ kilobytes }) => kilobytes > limit)
  expect(over.map(({ page, locale, kilobytes }) => `${page} (${locale}): ${kilobytes.toFixed(1)} KB`)).toEqual([])
})
