import { expect, test } from './fixtures.ts'

/** Clicks at a moment that is hard to hit by hand: React listens to the document, but has not rendered it yet. */
function clickAsReactBegins(): void {
  const listen = EventTarget.prototype.addEventListener
  let clicked = false
  EventTarget.prototype.addEventListener = function (this: EventTarget, ...given: Parameters<typeof listen>) {
    listen.apply(this, given)
    if (this !== document || given[0] !== 'click' || clicked) return
    clicked = true
    queueMicrotask(() => document.querySelector<HTMLElement>('h1')?.click())
  } as typeof listen
}

test('a click during hydration does not prevent it @scripts', async ({ insertPerson, logIn }) => {
  const page = await logIn((await insertPerson()).actor)
  await page.addInitScript(clickAsReactBegins)
  await page.goto('/projects/new')
  const document = await page.evaluateHandle(() => window.document)
  await page.waitForFunction(() => '__remixRouter' in window)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page).toHaveURL('/dashboard')
  // Links of a hydrated page do not load documents.
  expect(await document.evaluate((before) => before === window.document)).toBe(true)
})
