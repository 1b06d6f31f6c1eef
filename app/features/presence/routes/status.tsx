import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { rememberedPath } from '#app/features/accounts/sessions/local-path.ts'
import { chooseStatus, statusSchema } from '#app/features/presence/choose-status.server.ts'
import { getOwnStatus } from '#app/features/presence/presence.server.ts'
import { statusTextLength } from '#app/features/presence/presence-status.ts'
import { handleForm, readForm } from '#app/platform/forms/form.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { presenceStatuses } from '#db/vocabulary/chat.ts'

export const handle: PageHandle = { title: 'chatsettings:status.title', description: 'chatsettings:status.intro' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage)
  const { chosen, customText } = getOwnStatus(ctx)
  return { status: chosen ?? 'auto', customText }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatChange)
  // The menu of any page has this form too.
  const returnTo = (await readForm(request.clone())).get('returnTo')
  const back = returnTo === null ? '/status' : rememberedPath(returnTo)
  return handleForm(request, statusSchema, (input) => {
    chooseStatus(ctx, input)
    return redirectWithFlash(request, back, { tone: 'success', text: { key: 'chatsettings:status.saved' } })
  })
}

export default function Status() {
  const current = useLoaderData<typeof loader>()
  // A saved status needs a new form, because the old one would keep its default values.
  return <StatusForm key={`${current.status} ${current.customText}`} current={current} />
}

function StatusForm({ current }: { current: ReturnType<typeof useLoaderData<typeof loader>> }) {
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation(['chat', 'chatsettings'])
  const [form, fields] = useForm({ id: 'status', lastResult, defaultValue: current })
  const labels = { status: t('chatsettings:status.choose'), customText: t('chatsettings:status.customText') }
  return (
    <Form method="post" id={form.id} noValidate className="max-w-form">
      <FormCard actions={<SubmitButton wide>{t('chatsettings:status.save')}</SubmitButton>}>
        <ErrorSummary form={form} labels={labels} />
        <RadioGroup
          field={fields.status}
          label={labels.status}
          layout="cards"
          options={(['auto', ...presenceStatuses] as const).map((status) => ({
            value: status,
            label: status === 'auto' ? t('chatsettings:status.auto') : t(`states.presence.${status}`),
            hint: t(`chatsettings:status.hints.${status}`),
          }))}
        />
        <Field
          field={fields.customText}
          label={labels.customText}
          hint={t('chatsettings:status.customTextHint')}
          maxLength={statusTextLength}
          autoComplete="off"
          optional
        />
      </FormCard>
    </Form>
  )
}
