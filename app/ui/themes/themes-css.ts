import { defaultTheme, type Theme, tokens } from './theme-palette.ts'
import { tonesOf } from './theme-tones.ts'
import { themeOf, themes } from './themes.ts'

const cssName = (token: string) => `--${token.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

function rule(selector: string, theme: Theme): string {
  const values = { ...theme.colors, ...tonesOf(theme) }
  const names = [...tokens, 'info', 'success', 'warning'] as const
  const declarations = names.map((name) => `${cssName(name)}:${values[name]}`)
  return `${selector}{${declarations.join(';')};color-scheme:${theme.appearance}}`
}

/** Each theme as a rule for `[data-theme]`, which any element may carry. Print always uses `light`. */
export function themesCss(): string {
  const rules = themes.map((theme) =>
    rule(theme.key === defaultTheme ? `:root,[data-theme="${theme.key}"]` : `[data-theme="${theme.key}"]`, theme),
  )
  return `${rules.join('\n')}\n@media print{${rule(':root,[data-theme]', themeOf('light'))}}\n`
}
