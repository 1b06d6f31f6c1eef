import { europeThemes } from './theme-countries-europe.ts'
import { worldThemes } from './theme-countries-world.ts'
import type { Theme } from './theme-palette.ts'
import { schemeThemes } from './theme-schemes.ts'

/** The order in which countries are offered. */
const countryOrder =
  'usa uk france germany italy spain japan brazil canada australia netherlands sweden norway denmark portugal greece ireland switzerland belgium austria'.split(
    ' ',
  )
const countryThemes = [...europeThemes, ...worldThemes].toSorted(
  (one, other) => countryOrder.indexOf(one.key) - countryOrder.indexOf(other.key),
)

export const themes: readonly Theme[] = [...schemeThemes, ...countryThemes]

/** Whether a value (from a cookie or form) names a theme. */
export function isTheme(key: unknown): key is string {
  return themes.some((theme) => theme.key === key)
}

export function themeOf(key: unknown): Theme {
  return themes.find((theme) => theme.key === key) ?? (schemeThemes[0] as Theme)
}
