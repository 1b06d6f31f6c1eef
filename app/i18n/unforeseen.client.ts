/** Every text of every language, each loaded on demand. */
export const files = import.meta.glob('/app/i18n/locales/*/*.json', { import: 'default' })
