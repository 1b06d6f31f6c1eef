/** Every text of every language, each loaded when it is asked for. */
export const files = import.meta.glob('/app/i18n/locales/*/*.json', { import: 'default' })
