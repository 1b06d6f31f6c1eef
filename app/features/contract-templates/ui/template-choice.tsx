import { useTranslation } from 'react-i18next'
import { builtInTemplates } from '#app/features/contract-templates/template.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

type Choice = {
  /** The id of a template, or a built-in one. */
  chosen: string
  /** Where the form begins with that. */
  address: (templateId: string) => string
}

/** Begins a draft with built-in terms or with a template of the company; each is a link, which empties the form. */
export function TemplateChoice({
  templates,
  ...choice
}: Choice & { templates: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation('contracttemplates')
  return (
    <nav aria-label={t('form.terms')} className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-muted-foreground">{t('form.terms')}</span>
      <BuiltInLinks {...choice} />
      {templates.map(({ id, name }) => (
        <ChoiceLink key={id} id={id} name={name} {...choice} />
      ))}
      <TextLink to="/contracts/templates">{t('title')}</TextLink>
    </nav>
  )
}

/** Begins a template with built-in terms. */
export function BuiltInChoice(choice: Choice) {
  const { t } = useTranslation('contracttemplates')
  return (
    <nav aria-label={t('form.beginWith')} className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-muted-foreground">{t('form.beginWith')}</span>
      <BuiltInLinks {...choice} />
    </nav>
  )
}

function BuiltInLinks(choice: Choice) {
  const { t } = useTranslation('contracttemplates')
  return builtInTemplates.map((id) => <ChoiceLink key={id} id={id} name={t(`builtIn.${id}`)} {...choice} />)
}

function ChoiceLink({ id, name, chosen, address }: Choice & { id: string; name: string }) {
  const isChosen = id === chosen
  return (
    <ButtonLink
      to={address(id)}
      size="sm"
      variant={isChosen ? 'secondary' : 'outline'}
      aria-current={isChosen ? 'true' : undefined}
    >
      {name}
    </ButtonLink>
  )
}
