import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'

/** The sample project on the dashboard: the way into it, and what removes it. */
export function SampleCard() {
  const { t } = useTranslation('site')
  return (
    <Card title={t('dashboard.sample.title')} description={t('dashboard.sample.text')}>
      <Form method="post" action="/tour" className="flex flex-wrap gap-3">
        <ButtonLink to="/tour">{t('dashboard.sample.open')}</ButtonLink>
        <Button type="submit" name="show" value="no" variant="outline">
          {t('dashboard.sample.remove')}
        </Button>
      </Form>
    </Card>
  )
}
