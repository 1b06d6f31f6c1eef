import { useTranslation } from 'react-i18next'
import { languages } from '#app/i18n/languages.ts'
import { isLocale } from '#app/i18n/locale.ts'
import { Select } from '#app/ui/forms/select.tsx'

/** All languages by their own names; those that are shown in English are marked. */
export function LanguageSelect({ id, current, labelHidden }: { id?: string; current: string; labelHidden?: boolean }) {
  const { t } = useTranslation('settings')
  const options = languages.map(({ tag, name }) => ({
    tag,
    value: tag,
    label: isLocale(tag) ? name : t('language.inEnglish', { language: name }),
  }))
  return (
    <Select
      id={id}
      name="language"
      label={t('language.label')}
      labelHidden={labelHidden}
      defaultValue={current}
      autoComplete="off"
      options={[
        { label: t('language.translated'), options: options.filter(({ tag }) => isLocale(tag)) },
        { label: t('language.fallback'), options: options.filter(({ tag }) => !isLocale(tag)) },
      ]}
    />
  )
}
