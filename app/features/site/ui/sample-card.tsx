import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'

/** The company's sample project on the dashboard: the way into it and to what comes next, and what removes it. */
export function SampleCard({ id, canRemove }: { id: string; canRemove: boolean }) {
  const { t } = useTranslation('site')
  return (
    <Card title={t('dashboard.sample.title')} description={t('dashboard.sample.text')}>
      <Form method="post" action="/tour" className="flex flex-wrap gap-3">
        <ButtonLink to={`/projects/${id}`}>{t('dashboard.sample.open')}</ButtonLink>
        <ButtonLink to="/tour?step=compare" variant="outline">
          {t('dashboard.sample.next')}
        </ButtonLink>
        {canRemove && (
          <Button type="submit" name="verb" value="remove" variant="ghost">
            {t('dashboard.sample.remove')}
          </Button>
        )}
      </Form>
    </Card>
  )
}
