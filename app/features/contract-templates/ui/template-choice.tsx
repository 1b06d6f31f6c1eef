import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** Begins a draft with the plain terms or with a template of the company; each is a link, which empties the form. */
export function TemplateChoice({
  templates,
  chosen,
  address,
}: {
  templates: readonly { id: string; name: string }[]
  /** Null for the plain terms. */
  chosen: string | null
  /** Where the form begins with a template, '' for the plain terms. */
  address: (templateId: string) => string
}) {
  const { t } = useTranslation('contracttemplates')
  const choices = [{ id: '', name: t('plain') }, ...templates]
  return (
    <nav aria-label={t('form.terms')} className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-muted-foreground">{t('form.terms')}</span>
      {templates.length > 0 &&
        choices.map(({ id, name }) => {
          const isChosen = id === (chosen ?? '')
          return (
            <ButtonLink
              key={id}
              to={address(id)}
              size="sm"
              variant={isChosen ? 'secondary' : 'outline'}
              aria-current={isChosen ? 'true' : undefined}
            >
              {name}
            </ButtonLink>
          )
        })}
      <TextLink to="/contracts/templates">{t('title')}</TextLink>
    </nav>
  )
}
