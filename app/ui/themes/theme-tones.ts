import { blend, contrast, type Rgb, rgbOf } from './contrast.ts'
import type { Colors, Theme } from './theme-palette.ts'

export interface Tones {
  info: string
  success: string
  warning: string
}

const hues: Record<keyof Tones, number> = { info: 212, success: 150, warning: 40 }

/** The opacity of a tone's tint below its own text (`bg-success/12 text-success`). */
export const tint = 0.12

/** The surfaces that carry text of every colour. */
export function surfacesOf(colors: Colors): Rgb[] {
  return [colors.background, colors.card, colors.popover, colors.muted].map(rgbOf)
}

/**
 * Success, warning and info are the theme's `destructive` colour rotated on the colour wheel, with the same saturation
 * and the same contrast to the theme's surfaces (slightly more on dark ones, where yellow and green look dull). So the
 * 19 tokens remain the only colours that a designer chooses. Info is `primary` itself where that is blue or violet; a
 * red, gold or green one would suggest another meaning.
 */
export function tonesOf({ colors, appearance }: Theme): Tones {
  const saturation = Math.min(78, Number.parseFloat(colors.destructive.split(' ')[1] ?? '70'))
  const surfaces = surfacesOf(colors)
  const strength = Math.max(
    4.6,
    contrast(rgbOf(colors.destructive), rgbOf(colors.background)) * (appearance === 'dark' ? 1.25 : 1),
  )
  const readable = (color: Rgb) =>
    contrast(color, rgbOf(colors.background)) >= strength &&
    surfaces.every((surface) => contrast(color, blend(color, surface, tint)) >= 4.6)
  const toned = (hue: number) => {
    const step = appearance === 'light' ? -1 : 1
    let lightness = appearance === 'light' ? 60 : 35
    while (lightness > 5 && lightness < 95 && !readable(rgbOf(`${hue} ${saturation}% ${lightness}%`))) lightness += step
    return `${hue} ${saturation}% ${lightness}%`
  }
  const primaryHue = Number.parseFloat(colors.primary)
  const calm = primaryHue >= 180 && primaryHue <= 300
  return { info: calm ? colors.primary : toned(hues.info), success: toned(hues.success), warning: toned(hues.warning) }
}
