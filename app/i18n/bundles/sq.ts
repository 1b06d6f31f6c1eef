import type { Texts } from '#app/i18n/texts.ts'

export const texts: Texts = import.meta.glob('/app/i18n/locales/sq/*.json', { eager: true, import: 'default' })
