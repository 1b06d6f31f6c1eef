import { useLocation } from '@remix-run/react'
import { Languages, type LucideIcon, Palette } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/ui/button.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { themes } from '#app/ui/themes/themes.ts'
import { LanguageSelect } from './language-select.tsx'

/** Compact language and theme choices for the footer of public pages. Plain forms, because those pages send no scripts. */
export function AppearanceForms({ tag, theme }: { tag: string; theme: string }) {
  const { t } = useTranslation('settings')
  const option = ({ key, label, flag }: (typeof themes)[number]) => ({
    value: key,
    label: flag ? `${flag} ${label}` : label,
  })
  return (
    <div className="flex flex-col gap-4 sm:flex-row sm:flex-wrap">
      <ChoiceForm action="/language" submit={t('picker.applyLanguage')} icon={Languages}>
        <LanguageSelect id="footer-language" current={tag} />
      </ChoiceForm>
      <ChoiceForm action="/theme" submit={t('picker.applyTheme')} icon={Palette}>
        <Select
          id="footer-theme"
          name="theme"
          label={t('picker.theme')}
          defaultValue={theme}
          autoComplete="off"
          options={[
            { label: t('theme.general'), options: themes.filter(({ kind }) => kind === 'scheme').map(option) },
            { label: t('theme.countries'), options: themes.filter(({ kind }) => kind === 'country').map(option) },
          ]}
        />
      </ChoiceForm>
    </div>
  )
}

function ChoiceForm({
  action,
  submit,
  icon,
  children,
}: {
  action: string
  submit: string
  icon: LucideIcon
  children: ReactNode
}) {
  const { pathname, search } = useLocation()
  return (
    <form method="post" action={action} className="flex min-w-0 items-end gap-2">
      <input type="hidden" name="returnTo" value={pathname + search} />
      <div className="w-full min-w-0 sm:w-56">{children}</div>
      <Button type="submit" variant="outline" size="icon" icon={icon} title={submit}>
        {submit}
      </Button>
    </form>
  )
}
