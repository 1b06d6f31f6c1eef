// `node --import tsx tests/setup/missing-texts.ts <language>` lists a translator's open work as JSON by file: `missing`
// with the English text (in that language's plural forms), `extra` to remove, `wrong` to correct.
import { locales } from '#app/i18n/locale.ts'
import { checkLocale } from './texts/locales.ts'

const locale = process.argv[2] ?? ''
if (!(locales as readonly string[]).includes(locale)) {
  console.error(`Which language? One of ${locales.join(', ')}`)
  process.exit(1)
}

const { missing, extra, wrong } = checkLocale(locale)
const byFile: Record<string, Record<string, string>> = {}
for (const [key, text] of missing) {
  const [namespace = '', path = ''] = key.split(':')
  byFile[namespace] ??= {}
  byFile[namespace][path] = text
}
console.log(JSON.stringify({ missing: byFile, extra, wrong }, null, 2))
