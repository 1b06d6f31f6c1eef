import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'

/**
 * WCAG 2.2 AA, as far as axe can check it. Preloads only media: style sheets serve an experimental rule and take a third
 * of the time.
 */
const options: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
  preload: { assets: ['media'] },
}

const minified = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
/** Defines `axe`. */
const axeProgram = `(() => { const module = undefined; ${readFileSync(minified, 'utf8')} })()`

/** Where contrast is checked: it takes two thirds of the time, and a second look at the same colours finds nothing new. */
const contrastSelectors = { page: '*', main: 'main *', nowhere: undefined }

/** Checks the page in its current state, including its frames, against WCAG 2.2 AA. Needs scripts. */
export async function expectAccessible(page: Page, contrast: keyof typeof contrastSelectors = 'page'): Promise<void> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeProgram)
  const selector = contrastSelectors[contrast]
  const violations = await page.evaluate(
    async ({ options, selector }) => {
      const { axe: loaded } = window as unknown as { axe: typeof axe }
      if (selector) loaded.configure({ rules: [{ id: 'color-contrast', selector }] })
      return (await loaded.run(document, options)).violations
    },
    { options: { ...options, rules: { 'color-contrast': { enabled: selector !== undefined } } }, selector },
  )
  const findings = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    at: nodes.slice(0, 5).map(({ html, failureSummary }) => `${html.slice(0, 300)} ${failureSummary}`),
  }))
  expect.soft(findings, `accessibility of ${page.url()}`).toEqual([])
}

/** Waits until a place contains all these texts, white space aside. One look is for all of them, because each takes time. */
export async function expectTexts(place: Locator, texts: string[], message: string): Promise<void> {
  const collapsed = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const missing = async () => {
    const shown = collapsed((await place.textContent()) ?? '')
    return texts.filter((text) => !shown.includes(collapsed(text)))
  }
  await expect.poll(missing, `what is missing of ${message}`).toEqual([])
}

/** Checks that the page fits on 320 px, without horizontal scrolling, and that no text is squeezed into a column of letters. */
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
  const squeezed = await page.evaluate(() =>
    [...document.querySelectorAll('dd, dt, p, li, td, h1, h2, h3')]
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        return width < 40 && height > 80 && (element.textContent?.trim().length ?? 0) > 8
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  )
  expect.soft(squeezed, `squeezed texts of ${page.url()} at 320 px`).toEqual([])
}

/**
 * On A4 paper with margins of 16 mm a page has no controls, and nothing is cut at its side. The comparison, which is printed across
 * the paper, has its own sizes. No table repeats its sum at the foot of each page, and what prints a document among other things has its title.
 */
export async function expectPrintable(page: Page): Promise<void> {
  await page.setViewportSize({ width: 673, height: 952 })
  await page.emulateMedia({ media: 'print' })
  const findings = await page.evaluate(() => {
    const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const wrong: Element[] = [...document.querySelectorAll('tfoot')].filter(
      (foot) => shown(foot) && getComputedStyle(foot).display === 'table-footer-group',
    )
    const title = document.querySelector('body:has(.print-together) h1')
    if (title && !shown(title)) wrong.push(title)
    if (document.querySelector('.comparison-page')) return wrong.map((element) => element.outerHTML.slice(0, 200))
    const main = document.querySelector('main') ?? document.body
    const controls = [
      ...document.querySelectorAll('button, input:not([type=hidden]), select, textarea, .button'),
    ].filter(shown)
    const cut = [...main.querySelectorAll('*')].filter((element) => {
      const { right, width, height } = element.getBoundingClientRect()
      return right > 674 && width > 1 && height > 1 && shown(element) && !element.closest('[aria-hidden]')
    })
    return [...wrong, ...controls.slice(0, 5), ...cut.slice(0, 3)].map((element) => element.outerHTML.slice(0, 200))
  })
  expect.soft(findings, `${page.url()} on paper`).toEqual([])
  await page.emulateMedia({ media: 'screen' })
}

/**
 * No link to a page of the workspace says that it loads a document (`data-reload`): `<Link>` and the script that follows plain
 * links (navigation.spec.ts) handle all others. Files, public pages, other targets and parts of the page itself are the browser's.
 */
export async function expectSameDocument(page: Page): Promise<void> {
  const leaving = await page.evaluate(() => {
    if (!document.getElementById('workspace-page')) return []
    return [...document.querySelectorAll<HTMLAnchorElement>('a[href][data-reload]')]
      .filter(
        ({ origin, pathname, target }) =>
          origin === location.origin &&
          !/^\/files\/|^\/tenders\/|^\/companies(?:\/[^/]+)?$|\.(?:csv|ics|json|mjs|pdf|vcf|xlsx|xml|zip)$|\/(?:tender-set|sealed)\/\d+$/.test(
            pathname,
          ) &&
          !target,
      )
      .map((link) => link.outerHTML.slice(0, 200))
  })
  expect.soft(leaving, `links of ${page.url()} that load a document`).toEqual([])
}

/**
 * On a wide screen the title and every block of a workspace page begin on one line (docs/conventions.md, Look): the children of
 * `main`, and theirs where these are stacked. The chat is a screen of its own, edge to edge.
 */
export async function expectOneColumn(page: Page): Promise<void> {
  const moved = await page.evaluate(() => {
    const main = document.querySelector<HTMLElement>('#workspace-page > main')
    if (!main || main.querySelector('.chat-page')) return []
    const start = (element: Element) => element.getBoundingClientRect().left
    const column = start(main) + Number.parseFloat(getComputedStyle(main).paddingLeft)
    const isStack = (element: Element) => {
      const { display, flexDirection } = getComputedStyle(element)
      return display === 'block' || (display === 'flex' && flexDirection === 'column')
    }
    const isFramed = (element: Element) => Number.parseFloat(getComputedStyle(element).borderLeftWidth) > 0
    const outer = [...main.children]
    const inner = outer.filter((one) => isStack(one) && !isFramed(one)).flatMap((one) => [...one.children])
    const blocks = [document.getElementById('page-title'), ...outer, ...inner].filter((one) => one !== null)
    return blocks
      .filter((one) => {
        const { width, height } = one.getBoundingClientRect()
        return width > 1 && height > 1 && one.checkVisibility() && Math.abs(start(one) - column) > 1
      })
      .map((one) => `${Math.round(start(one) - column)} px: ${one.outerHTML.slice(0, 150)}`)
  })
  expect.soft(moved, `blocks of ${page.url()} outside its column`).toEqual([])
}

/**
 * On tablets and small laptops no table breaks a word or cuts an amount: what does not fit is shown as cards. The comparison of
 * bids scrolls below its first column, because it has a column for each bid.
 */
export async function expectWholeTables(page: Page): Promise<void> {
  if ((await page.locator('main table:visible').count()) === 0) return
  for (const width of [1024, 768]) {
    await page.setViewportSize({ width, height: 720 })
    const broken = await page.evaluate(() => {
      const range = document.createRange()
      /** A word of up to twenty letters that is on two lines; longer ones are codes and addresses. */
      const brokenWord = (text: Text) =>
        [...text.data.matchAll(/(?<![^\s\u00AD/-])[^\s\u00AD/-]{2,20}(?![^\s\u00AD/-])/gu)].find(
          ({ index, 0: word }) => {
            range.setStart(text, index)
            range.setEnd(text, index + word.length)
            return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
          },
        )?.[0]
      return [...document.querySelectorAll<HTMLTableElement>('main table:not(.comparison)')].flatMap((table) => {
        const words: string[] = []
        const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT)
        while (texts.nextNode()) {
          const text = texts.currentNode as Text
          // Above cards the header is for screen readers alone, in a square of one pixel.
          const isShown = (text.parentElement?.closest('thead')?.getBoundingClientRect().width ?? 2) > 1
          const word = isShown && brokenWord(text)
          if (word) words.push(word)
        }
        const frame = table.parentElement
        const cut = frame ? frame.scrollWidth - frame.clientWidth : 0
        const name = table.caption?.textContent
        return [
          ...(words.length > 0 ? [`${name}: broken ${words.slice(0, 5).join(', ')}`] : []),
          ...(cut > 1 ? [`${name}: ${cut} px cut`] : []),
        ]
      })
    })
    expect.soft(broken, `tables of ${page.url()} at ${width} px`).toEqual([])
  }
}

/** The title of a page, with or without the number of what is unread before it. */
export const titled = (title: string): RegExp =>
  new RegExp(`^(\\(\\d+\\) )?${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')} – Groundwork$`)

/** The icons of each file of icons that the pages of this worker use. */
const icons = new Map<string, Set<string>>()

/** Every icon of the page is in the build's one file of icons. */
export async function expectIcons(page: Page): Promise<void> {
  const wanted = await page.evaluate(() => [
    ...new Set([...document.querySelectorAll('use')].map((use) => use.getAttribute('href') ?? '')),
  ])
  const lost: string[] = []
  for (const href of wanted) {
    const [file = '', id = ''] = href.split('#')
    const drawn = icons.get(file) ?? iconsIn(await (await page.request.get(file)).text())
    icons.set(file, drawn)
    if (!drawn.has(id)) lost.push(href)
  }
  expect.soft(lost, `icons of ${page.url()}`).toEqual([])
}

const iconsIn = (drawing: string) => new Set([...drawing.matchAll(/<symbol id="([^"]*)"/g)].map(([, id = '']) => id))
