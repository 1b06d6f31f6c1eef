import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { UserContext } from '#app/features/accounts/context.ts'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { takeUnsentForm, type UnsentForm } from '#app/features/accounts/sessions/unsent-form.server.ts'
import { saveDraft } from '#app/features/messages/save-draft.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { restoreField } from '#app/platform/forms/form.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'accounts:continue.title', description: 'accounts:continue.description' }

/** The page after a login that follows a form sent without a valid session: it shows the form again and submits nothing. */
export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request)
  const form = await takeUnsentForm(request, ctx.actor.id)
  if (!form) throw redirect('/dashboard')
  const { path, back, fields, withFiles, withPasswords } = form
  const isDraft = saveAsDraft(ctx, form)
  const isLost = withPasswords && fields.every(([name]) => untypedFields.includes(name))
  if (isDraft || isLost || back === null || pathOf(back) !== pathOf(path)) {
    const text = { key: isDraft ? 'accounts:continue.draft' : 'accounts:continue.again' }
    throw await redirectWithFlash(request, back ?? '/dashboard', { tone: 'warning', text })
  }
  return { path, back, fields: [...fields, [restoreField, 'yes']] as [string, string][], withFiles, withPasswords }
}

/** Saves a message as a draft of its conversation. Returns whether it did. */
function saveAsDraft(ctx: UserContext, { path, fields }: UnsentForm): boolean {
  const conversationId = /^\/messages\/([\w-]+)$/.exec(pathOf(path))?.[1]
  const text = fields.find(([name]) => name === 'text')?.[1]
  if (!conversationId || !text) return false
  try {
    saveDraft(ctx, { conversationId, text })
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Fields of a form with a password that nobody typed. */
const untypedFields = ['username', 'submissionId']

const pathOf = (address: string) => address.split('?')[0] ?? ''

export default function Continue() {
  const { path, back, fields, withFiles, withPasswords } = useLoaderData<typeof loader>()
  const { t } = useTranslation('accounts')
  return (
    <form method="post" action={path} encType={withFiles ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}>
      {fields.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and nothing is added or moved
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <ConfirmPanel
        title={t('continue.heading')}
        confirmLabel={t('continue.show')}
        cancelTo={back}
        cancelLabel={t('continue.discard')}
        destructive={false}
      >
        <p>{t('continue.text')}</p>
        {withPasswords && <p>{t('continue.passwords')}</p>}
        {withFiles && <p>{t('continue.files')}</p>}
      </ConfirmPanel>
    </form>
  )
}
