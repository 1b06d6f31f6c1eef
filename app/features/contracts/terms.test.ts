import { expect, it } from 'vitest'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Locale } from '#app/i18n/locale.ts'

/** The words for: retention, in escrow, a dispute, divide, court. */
const words: Record<Locale, RegExp[]> = {
  en: [/retention/, /stays in escrow/, /dispute/, /divided/, /court remains/],
  es: [/retención/, /sigue en depósito/, /disputa/, /reparte/, /tribunales se mantiene/],
  fr: [/retenue de garantie/, /reste bloquée/, /litige/, /répartition/, /tribunal demeure/],
  de: [/Einbehalt/, /bleibt der Einbehalt hinterlegt/, /Streitfall/, /Aufteilung/, /Rechtsweg bleibt offen/],
  fi: [/pidätetty osuus/, /pysyy sulkutilillä/, /riidan/, /Jaosta/, /tuomioistuimeen säilyy/],
  sv: [/innehållna beloppet/, /förblir beloppet deponerat/, /tvist/, /fördelas/, /domstol kvarstår/],
  nb: [/innestående beløp/, /forblir beløpet deponert/, /tvist/, /fordelingen/, /domstolene består/],
  sq: [/mbajtje si garanci/, /mbetet në ruajtje/, /mosmarrëveshje/, /ndahen/, /gjykatës mbetet/],
}

it.each(Object.entries(words))(
  'the terms say when the retention is released, and who divides it (ESC-9): %s',
  (locale, said) => {
    const t = i18nFor(locale as Locale).getFixedT(locale, 'terms')
    const [, payment = ''] = /\n3\. ([\s\S]*)\n\n4\. /.exec(t('terms')) ?? []
    for (const word of [...said, /Groundwork/]) expect(payment).toMatch(word)
  },
)
