import type { Page } from '@playwright/test'

/** Removes Albanian from the browser's Intl, as in Chrome, whatever build the tests use. */
export function forgetAlbanian(): void {
  const known = (tags?: string | string[]) => [tags ?? []].flat().filter((tag) => !tag.startsWith('sq'))
  const names = ['Collator', 'DateTimeFormat', 'DisplayNames', 'ListFormat', 'NumberFormat', 'PluralRules'] as const
  type Known = { new (): object; supportedLocalesOf(tags: string[]): string[] }
  for (const name of [...names, 'RelativeTimeFormat'] as const) {
    const given = ([tags, ...rest]: unknown[]) => [known(tags as string[]).concat('en-US'), ...rest]
    Object.assign(Intl, {
      [name]: new Proxy(Intl[name] as unknown as Known, {
        construct: (target, values) => Reflect.construct(target, given(values)),
        apply: (target, self, values) => Reflect.apply(target as unknown as () => object, self, given(values)),
        get: (target, property) =>
          property === 'supportedLocalesOf'
            ? (tags: string | string[]) => target.supportedLocalesOf(known(tags))
            : Reflect.get(target, property),
      }),
    })
  }
}

/** Waits until React has hydrated the page. A mismatch is a page error by then, which fails the test. */
export async function waitForHydration(page: Page): Promise<void> {
  const isHydrated = () =>
    document.querySelector('script[type="module"]:not([src="/passkeys.js"])') === null ||
    Object.keys(document.body).some((key) => key.startsWith('__reactProps'))
  await page.waitForFunction(isHydrated, undefined, { timeout: 20_000 })
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
}
