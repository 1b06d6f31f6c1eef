export const defaultTheme = 'space'

export const tokens = [
  'background',
  'foreground',
  'card',
  'cardForeground',
  'popover',
  'popoverForeground',
  'primary',
  'primaryForeground',
  'secondary',
  'secondaryForeground',
  'muted',
  'mutedForeground',
  'accent',
  'accentForeground',
  'destructive',
  'destructiveForeground',
  'border',
  'input',
  'ring',
] as const

export type Token = (typeof tokens)[number]

/** Each token is an 'H S% L%' string. */
export type Colors = Record<Token, string>

export interface Theme {
  key: string
  label: string
  kind: 'scheme' | 'country'
  flag?: string
  appearance: 'dark' | 'light'
  colors: Colors
}

/**
 * Parses a table of colours with one surface per line, `name H S% L% / H S% L%`; the second colour is its
 * `nameForeground`.
 */
export function palette(table: string): Colors {
  const colors: Partial<Colors> = {}
  for (const line of table.trim().split('\n')) {
    const [, name = '', surface = '', text] =
      /^\s*(\w+)\s+([\d.]+ [\d.]+% [\d.]+%)\s*(?:\/ ([\d.]+ [\d.]+% [\d.]+%))?\s*$/.exec(line) ?? []
    colors[name as Token] = surface
    if (text) colors[(name === 'background' ? 'foreground' : `${name}Foreground`) as Token] = text
  }
  return colors as Colors
}
