import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/**
 * WCAG 2.2 AA, as far as axe can check it. Preloads only media: style sheets serve an experimental rule and take a third
 * of the time.
 */
const options: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
  preload: { assets: ['media'] },
}

const program = `window.axe || (() => { const module = undefined; ${axe.source} })()`

/** Checks the page in its current state, including its frames, against WCAG 2.2 AA. Needs scripts. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const frame of page.frames()) await frame.evaluate(program)
  const violations = await page.evaluate(async (options) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe }
    return (await loaded.run(document, options)).violations
  }, options)
  const findings = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    at: nodes.slice(0, 5).map(({ html, failureSummary }) => `${html.slice(0, 300)} ${failureSummary}`),
  }))
  expect.soft(findings, `accessibility of ${page.url()}`).toEqual([])
}

/** Checks that the page fits on 320 px, without horizontal scrolling. */
export async function expectNoOverflow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  const wide = await page.evaluate(() => {
    const { scrollWidth } = document.documentElement
    if (scrollWidth <= 320) return []
    const over = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > 321,
    )
    return [`${scrollWidth} px wide`, ...over.slice(0, 5).map((element) => element.outerHTML.slice(0, 200))]
  })
  expect.soft(wide, `${page.url()} at 320 px`).toEqual([])
}

/**
 * Holds the links and searches of a workspace page to the document, which carries the socket, the chat panel and a call. Clicks
 * every one of them, with all answers but scripts held back, so that the page stays. Files, other targets and parts of the page itself are the
 * browser's; a form that posts is not sent.
 */
export async function expectSameDocument(page: Page): Promise<void> {
  if ((await page.locator('#workspace-page').count()) === 0) return
  const { href } = new URL(page.url())
  // The script that follows plain links comes after the page, so scripts may still load.
  await page.route(/^(?!.*\/assets\/)/, () => {})
  await expect.soft
    .poll(() => page.evaluate(leavingDocument), { message: `links of ${href} that load a document` })
    .toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Clicks all links and sends all searches of the page; gives those that nothing on the page has handled. */
function leavingDocument(): string[] {
  const isPage = (link: HTMLAnchorElement) =>
    link.origin === location.origin &&
    !/^\/files\/|\.csv$/.test(link.pathname) &&
    !link.target &&
    !link.download &&
    !link.getAttribute('href')?.startsWith('#')
  const leaving: string[] = []
  const told = (event: Event) => {
    if (!event.defaultPrevented) leaving.push((event.target as HTMLElement).outerHTML.slice(0, 200))
    event.preventDefault()
  }
  for (const type of ['click', 'submit']) window.addEventListener(type, told)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) if (isPage(link)) link.click()
  for (const form of document.querySelectorAll<HTMLFormElement>('form[method=get]')) form.requestSubmit()
  for (const type of ['click', 'submit']) window.removeEventListener(type, told)
  return leaving
}
