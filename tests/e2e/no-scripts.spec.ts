import { places } from './all-pages.ts'
import { expect, test } from './fixtures.ts'
import { buildWorld } from './world.ts'

/** The only script of public pages: it shows and hides passwords, and nothing depends on it. */
const allowed = /^<script src="\/password-toggle\.js" defer(="")?>$/

test('public pages send no script, and none inline', { tag: '@once' }, async ({
  db,
  parties,
  insertPerson,
  request,
}) => {
  const people = await parties()
  const world = await buildWorld(db, { ...people, colleague: await insertPerson({ company: people.client.company }) })
  const open = Object.values(places).flatMap((placesOf) => placesOf(world).filter(([as]) => as === 'guest'))
  const paths = open.map(([, path]) => path).filter((path) => path !== '/dev/ui')
  expect(paths.length).toBeGreaterThan(10)
  for (const path of paths) {
    const html = await (await request.get(path)).text()
    const scripts = (html.match(/<script[^>]*>/g) ?? []).filter((tag) => !allowed.test(tag))
    expect(scripts, path).toEqual([])
    expect(html.match(/\son[a-z]+=|javascript:|modulepreload/gi), path).toBeNull()
  }
})

test('without JavaScript no page shows a loading state', { tag: '@plain' }, async ({
  db,
  parties,
  insertPerson,
  logIn,
}) => {
  const people = await parties()
  const world = await buildWorld(db, { ...people, colleague: await insertPerson({ company: people.client.company }) })
  const page = await logIn(world.client.actor)
  for (const path of ['/dashboard', '/projects', '/contracts', `/escrow/${world.contractId}`, '/notifications']) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page.getByText(/loading/i)).toHaveCount(0)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  }
})
