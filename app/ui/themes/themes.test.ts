import { describe, expect, it } from 'vitest'
import { blend, contrast, type Rgb, rgbOf } from './contrast.ts'
import { type Colors, defaultTheme, type Token, tokens } from './theme-palette.ts'
import { surfacesOf, tint, tonesOf } from './theme-tones.ts'
import { isTheme, themes } from './themes.ts'
import { themesCss } from './themes-css.ts'

const keys =
  'space quantum neon matrix dark light usa uk france germany italy spain japan brazil canada australia netherlands sweden norway denmark portugal greece ireland switzerland belgium austria'.split(
    ' ',
  )

/** Pairs of text and its surface. */
const pairs: ReadonlyArray<readonly [Token, Token]> = [
  ['foreground', 'background'],
  ['cardForeground', 'card'],
  ['popoverForeground', 'popover'],
  ['primaryForeground', 'primary'],
  ['secondaryForeground', 'secondary'],
  ['mutedForeground', 'muted'],
  ['foreground', 'muted'],
  ['accentForeground', 'accent'],
  ['destructiveForeground', 'destructive'],
]

const between = (colors: Colors, a: Token, b: Token) => contrast(rgbOf(colors[a]), rgbOf(colors[b]))

describe('the themes', () => {
  it('are the 26 that the product promises', () => {
    expect(themes.map((theme) => theme.key)).toEqual(keys)
    expect(themes.filter((theme) => theme.appearance === 'light').map((theme) => theme.key)).toEqual([
      'light',
      'japan',
      'canada',
    ])
    expect(themes.filter((theme) => theme.kind === 'country').every((theme) => theme.flag)).toBe(true)
    expect(new Set(themes.map((theme) => JSON.stringify(theme.colors))).size).toBe(26)
  })

  it('are known by their keys', () => {
    expect(isTheme(defaultTheme)).toBe(true)
    expect(isTheme('solarized')).toBe(false)
    expect(isTheme(null)).toBe(false)
  })

  it('are all in the stylesheet, and printed light', () => {
    const css = themesCss()
    for (const key of keys) expect(css).toContain(`[data-theme="${key}"]{`)
    expect(css).toMatch(/@media print\{:root,\[data-theme\]\{.*color-scheme:light\}\}/)
    expect(css).not.toContain('undefined')
  })
})

describe.each(themes.map((theme) => [theme.key, theme] as const))('%s', (_key, theme) => {
  const { colors } = theme
  const surfaces = surfacesOf(colors)
  const lowest = (token: string, opacity = 0) =>
    Math.min(
      ...surfaces.map((surface) => contrast(rgbOf(token), opacity ? blend(rgbOf(token), surface, opacity) : surface)),
    )

  it('has the 19 colours', () => {
    expect(Object.keys(colors).sort()).toEqual([...tokens].sort())
    for (const token of tokens) expect(() => rgbOf(colors[token])).not.toThrow()
  })

  it.each(pairs)('%s reads on %s', (text, surface) => {
    expect(between(colors, text, surface)).toBeGreaterThanOrEqual(4.5)
  })

  it('reads in quiet text, links and errors on every surface', () => {
    expect(lowest(colors.mutedForeground)).toBeGreaterThanOrEqual(4.5)
    expect(lowest(colors.primary)).toBeGreaterThanOrEqual(4.5)
    expect(lowest(colors.destructive)).toBeGreaterThanOrEqual(4.5)
  })

  it('reads in badges: a tone on its own tint', () => {
    for (const tone of [colors.primary, colors.destructive, ...Object.values(tonesOf(theme))]) {
      expect(lowest(tone)).toBeGreaterThanOrEqual(4.5)
      expect(lowest(tone, tint)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('tells messages of others, own ones and the ground apart, and reads on them', () => {
    const [ground, text, primary] = [colors.background, colors.foreground, colors.primary].map(rgbOf) as [Rgb, Rgb, Rgb]
    const theirs = blend(rgbOf(colors.secondary), ground, 0.7)
    const own = blend(primary, ground, 0.25)
    for (const bubble of [theirs, own]) {
      expect(contrast(text, bubble)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(blend(text, bubble, 0.8), bubble)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(bubble, ground)).toBeGreaterThanOrEqual(1.1)
    }
    // The mark of a message that was read.
    expect(contrast(primary, own)).toBeGreaterThanOrEqual(3)
  })

  it('reads on the sixteen hues of avatars', () => {
    const [hue = '', rest = ''] = colors.primary.split(/ (.*)/)
    for (let turn = 0; turn < 360; turn += 22.5) {
      const toned = blend(rgbOf(`${(Number(hue) + turn) % 360} ${rest}`), rgbOf(colors.card), 0.32)
      expect(contrast(rgbOf(colors.foreground), toned)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('reads on hovered buttons', () => {
    for (const token of ['primary', 'destructive', 'secondary'] as const) {
      const text = rgbOf(colors[`${token}Foreground`])
      for (const surface of surfaces) {
        expect(contrast(text, blend(rgbOf(colors[token]), surface, 0.85))).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  it('shows the edges of inputs and what has the focus', () => {
    for (const surface of [colors.background, colors.card, colors.popover]) {
      expect(contrast(rgbOf(colors.input), rgbOf(surface))).toBeGreaterThanOrEqual(3)
      expect(contrast(rgbOf(colors.ring), rgbOf(surface))).toBeGreaterThanOrEqual(3)
    }
    expect(between(colors, 'ring', 'muted')).toBeGreaterThanOrEqual(3)
    expect(between(colors, 'ring', 'accent')).toBeGreaterThanOrEqual(3)
  })
})
