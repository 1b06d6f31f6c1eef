import { places } from './all-pages.ts'
import { expect, test } from './fixtures.ts'
import { buildWorld } from './world.ts'

/** The only scripts of public pages: one on which nothing depends, on those for logging in that of passkeys, and data for search engines. */
const allowed =
  /^<script (src="\/public\.js" defer(="")?|src="\/passkeys\.js" type="module"|type="application\/ld\+json")>$/

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

test('on a page of guests, the script clears errors, compares passwords and shows that a form is being sent', {
  tag: ['@once', '@scripts'],
}, async ({ page }) => {
  await page.goto('/signup')
  const submit = page.getByRole('button', { name: 'Sign Up', exact: true })
  await submit.click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  const name = page.getByLabel('Full name')
  await expect(summary.getByRole('link', { name: /Full name/ })).toBeVisible()
  await name.fill('Nina')
  await expect(name).not.toHaveAttribute('aria-invalid')
  await expect(summary.getByRole('link', { name: /Full name/ })).toHaveCount(0)
  await page.getByLabel('Password', { exact: true }).fill('a calm river')
  const confirm = page.getByLabel('Confirm password')
  await confirm.fill('a wild river')
  await confirm.blur()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(confirm).toHaveAccessibleDescription('Passwords do not match')
  await page.getByLabel('Password', { exact: true }).fill('a wild river')
  await page.getByLabel('Email').focus()
  await expect(page.getByText('Passwords do not match')).toHaveCount(0)
  await page.getByLabel('Email').fill('nina@')
  await expect(summary).toHaveCount(0)
  // Held back, because a browser that is leaving a page answers no questions about it.
  const refused = await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('main form')
    const answers: boolean[] = []
    addEventListener('submit', (event) => {
      answers.push(event.defaultPrevented)
      event.preventDefault()
    })
    const button = form?.querySelector<HTMLButtonElement>('[data-pending]')
    button?.click()
    button?.click()
    return answers
  })
  expect(refused).toEqual([false, true])
  await expect(page.getByRole('button', { name: 'Creating your account…' })).toBeVisible()
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
