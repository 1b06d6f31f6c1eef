/** Red, green and blue, each from 0 to 1. */
export type Rgb = readonly [number, number, number]

/** Parses the 'H S% L%' of a theme token. */
export function rgbOf(hsl: string): Rgb {
  const match = /^(\d+(?:\.\d+)?) (\d+(?:\.\d+)?)% (\d+(?:\.\d+)?)%$/.exec(hsl)
  if (!match) throw new Error(`Not a colour: ${hsl}`)
  const [hue, saturation, lightness] = [Number(match[1]), Number(match[2]) / 100, Number(match[3]) / 100]
  const chroma = saturation * Math.min(lightness, 1 - lightness)
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12
    return lightness - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return [channel(0), channel(8), channel(4)]
}

/** The visible colour where `over` covers `under` with the given opacity. */
export function blend(over: Rgb, under: Rgb, opacity: number): Rgb {
  const channel = (index: 0 | 1 | 2) => over[index] * opacity + under[index] * (1 - opacity)
  return [channel(0), channel(1), channel(2)]
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** The contrast ratio of WCAG 2.2, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}
