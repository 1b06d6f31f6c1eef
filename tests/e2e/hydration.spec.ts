import { expect, test } from './fixtures.ts'

/** Clicks an element at a moment that is hard to hit by hand: when something begins to listen to these events of the document. */
function clickAtListener({ listens, clicks }: { listens: string; clicks: string }): void {
  const listen = EventTarget.prototype.addEventListener
  let clicked = false
  EventTarget.prototype.addEventListener = function (this: EventTarget, ...given: Parameters<typeof listen>) {
    listen.apply(this, given)
    if (this !== document || given[0] !== listens || clicked) return
    clicked = true
    queueMicrotask(() => document.querySelector<HTMLElement>(clicks)?.click())
  } as typeof listen
}

test('a click during hydration does not prevent it @scripts', async ({ insertPerson, logIn }) => {
  const page = await logIn((await insertPerson()).actor)
  // React listens, but has not rendered the page yet. Nothing else listens to double clicks.
  await page.addInitScript(clickAtListener, { listens: 'dblclick', clicks: 'h1' })
  await page.goto('/projects/new')
  const document = await page.evaluateHandle(() => window.document)
  await page.waitForFunction(() => '__remixRouter' in window)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page).toHaveURL('/dashboard')
  // Links of a hydrated page do not load documents.
  expect(await document.evaluate((before) => before === window.document)).toBe(true)
})

test('a click on the chat link before hydration opens the panel after it @scripts', async ({ insertPerson, logIn }) => {
  const page = await logIn((await insertPerson()).actor)
  // The launcher listens before React does.
  await page.addInitScript(clickAtListener, { listens: 'click', clicks: 'a[data-chat-launcher]' })
  await page.goto('/projects')
  await expect(page.getByRole('dialog', { name: 'Messages' })).toBeVisible()
  await expect(page).toHaveURL('/projects')
})
