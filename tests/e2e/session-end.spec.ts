import { eq } from 'drizzle-orm'
import { sessions } from '#db/schema/accounts.ts'
import { projects } from '#db/schema/projects.ts'
import { day } from '#tests/factories/project.ts'
import { expectAccessible } from './checks.ts'
import { expect, fillLogin, newEmail, password, test } from './fixtures.ts'

test('a form submitted after its session ended is shown again, filled in, and is stored once', async ({
  db,
  insertPerson,
  logIn,
  javaScriptEnabled,
}) => {
  const { actor } = await insertPerson()
  const page = await logIn(actor)
  const main = page.getByRole('main')
  const stored = () => db.select().from(projects).where(eq(projects.createdBy, actor.id)).all()
  const title = `Roof ${newEmail()}`
  await page.goto('/projects/new')
  await main.getByLabel('Title').fill(title)
  await main.getByLabel('Description').fill('All of it,\nby “June”.')
  await main.getByLabel('Category').selectOption('roofing')
  await main.getByLabel('Location').fill('Turku')
  await main.getByLabel('Bid deadline').fill(new Date(Date.now() + 10 * day).toISOString().slice(0, 16))

  db.update(sessions)
    .set({ expiresAt: Date.now() - 1000 })
    .where(eq(sessions.userId, actor.id))
    .run()
  await main.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL('/login?ended=true')
  await expect(main).toContainText('Your session has ended.')
  await fillLogin(page, page.email, password)
  await expect(page).toHaveURL('/continue')
  await expect(main).toContainText('nothing has been sent')
  if (javaScriptEnabled) await expectAccessible(page)
  expect(stored()).toEqual([])

  await main.getByRole('button', { name: 'Open the form' }).click()
  await expect(page).toHaveURL('/projects/new')
  await expect(main.getByLabel('Title')).toHaveValue(title)
  await expect(main.getByLabel('Description')).toHaveValue('All of it,\nby “June”.')
  await expect(main.getByLabel('Category')).toHaveValue('roofing')
  expect(stored()).toEqual([])
  await main.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  expect(stored().map((project) => project.title)).toEqual([title])
})
