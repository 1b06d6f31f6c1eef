import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { clearNotifications } from '#app/features/notifications/clear-notifications.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'notifications:title' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request)
  return null
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireUser(request)
  const all = (await readForm(request)).get('read_only') === 'false'
  return handleButton(request, '/notifications', () => {
    const { deleted } = clearNotifications(ctx, { readOnly: !all })
    const text = { key: 'notifications:done.cleared', params: { count: deleted } }
    return redirectWithFlash(request, '/notifications', { tone: 'success', text })
  })
}

export default function ClearNotificationsPage() {
  const { t } = useTranslation('notifications')
  return (
    <Form method="post">
      <ConfirmPanel title={t('clear.title')} confirmLabel={t('clear.confirm')} cancelTo="/notifications">
        <p>{t('clear.text')}</p>
        <RadioGroup
          name="read_only"
          label={t('clear.which')}
          defaultValue="true"
          options={[
            { value: 'true', label: t('clear.read') },
            { value: 'false', label: t('clear.all') },
          ]}
        />
      </ConfirmPanel>
    </Form>
  )
}
