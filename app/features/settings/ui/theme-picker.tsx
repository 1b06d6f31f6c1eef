import { Form } from '@remix-run/react'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { ThemeSwatch } from '#app/ui/themes/theme-swatch.tsx'
import { themes } from '#app/ui/themes/themes.ts'

type Theme = (typeof themes)[number]

/** All themes as swatches, in a native radio group; the current one is checked. */
export function ThemePicker({ current, returnTo }: { current: string; returnTo: string }) {
  const { t } = useTranslation('settings')
  return (
    <Form method="post" action="/theme" preventScrollReset>
      <input type="hidden" name="returnTo" value={returnTo} />
      <FormCard
        title={t('theme.title')}
        description={t('theme.description')}
        actions={<SubmitButton wide>{t('theme.apply')}</SubmitButton>}
      >
        <ThemeGroup
          key={`scheme-${current}`}
          legend={t('theme.general')}
          themes={themes.filter(({ kind }) => kind === 'scheme')}
          current={current}
        />
        <ThemeGroup
          key={`country-${current}`}
          legend={t('theme.countries')}
          themes={themes.filter(({ kind }) => kind === 'country')}
          current={current}
        />
      </FormCard>
    </Form>
  )
}

function ThemeGroup({ legend, themes: shown, current }: { legend: string; themes: readonly Theme[]; current: string }) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{legend}</legend>
      <div className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
        {shown.map((theme) => (
          <label
            key={theme.key}
            className="group relative flex cursor-pointer flex-col gap-2 rounded-md border border-border p-2 transition-colors hover:border-input has-checked:border-primary has-checked:bg-primary/8 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
          >
            <input
              type="radio"
              name="theme"
              value={theme.key}
              defaultChecked={theme.key === current}
              className="peer absolute inset-0 size-full cursor-pointer opacity-0 outline-none"
            />
            <ThemeSwatch theme={theme.key} />
            <span className="flex min-w-0 items-center gap-1.5 px-0.5 text-sm font-medium">
              {theme.flag && (
                <span aria-hidden className="shrink-0">
                  {theme.flag}
                </span>
              )}
              <span className="min-w-0 flex-1 truncate" translate="no">
                {theme.label}
              </span>
              <Check aria-hidden className="size-4 shrink-0 text-primary opacity-0 group-has-checked:opacity-100" />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
