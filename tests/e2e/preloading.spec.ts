import { createOpenProject, day } from '#tests/factories/project.ts'
import { expect, test } from './fixtures.ts'

test('the code of a page is preloaded before its link is followed, its data is not @scripts', async ({
  insertPerson,
  logIn,
}) => {
  const owner = await insertPerson()
  const { id } = createOpenProject(owner, { title: 'Roof', bidDeadline: owner.now + 10 * day })
  const page = await logIn(owner.actor)
  const known = page.waitForResponse(/\/__manifest\?.*%2Fprojects%2F[\da-f-]{36}&/)
  const connected = page.waitForEvent('websocket')
  // What every page loads by itself when it has time.
  const calls = ['call-companion', 'call-socket', 'resumable-call'].map((name) =>
    page.waitForResponse((response) => response.url().includes(`/assets/${name}-`)),
  )
  await page.goto('/projects')
  await Promise.all([known, connected, ...calls])
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const row = page.getByRole('main').getByRole('link', { name: 'Roof' })
  const code = page.waitForResponse(/\/assets\/project-[^/]*\.js$/)
  await row.hover()
  const module = new URL((await code).url()).pathname
  // Resolves once the module and all its imports, including texts, have loaded.
  await page.evaluate((address) => import(address), module)
  expect(asked.filter((path) => path.endsWith('.data'))).toEqual([])
  asked.length = 0
  await row.click()
  await expect(page.getByRole('main', { name: 'Roof' })).toBeVisible()
  expect(asked.filter((path) => /\.(js|data)$/.test(path))).toEqual([`/projects/${id}.data`])
})
