import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { UserContext } from '#app/features/accounts/context.ts'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import {
  conversationPath,
  deleteUnsentForm,
  listUnsentForms,
  type UnsentForm,
} from '#app/features/accounts/sessions/unsent-form.server.ts'
import { saveDraft } from '#app/features/messages/save-draft.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { restoreField } from '#app/platform/forms/form.server.ts'
import { truncate } from '#app/platform/text/truncate.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'accounts:continue.title', description: 'accounts:continue.description' }

/** The login leads here when forms were posted after the session had ended. It submits nothing, and only shows them again. */
export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request)
  const saved = await listUnsentForms(request, ctx.actor.id)
  const drafts = saved.filter((form) => becameDraft(ctx, form))
  const forms = saved.filter((form) => !drafts.includes(form))
  const [newest] = drafts
  if (forms.length === 0 && newest) {
    const flash = { tone: 'warning', text: { key: 'accounts:continue.draft' } } as const
    throw await redirectWithFlash(request, newest.back, flash)
  }
  if (forms.length === 0) throw redirect('/dashboard')
  return { forms, restoreField }
}

/** Puts a message back into its conversation as a draft, and deletes the saved form. */
function becameDraft(ctx: UserContext, { path, fields }: UnsentForm): boolean {
  const conversationId = conversationPath.exec(path)?.[1]
  const text = fields.find(([name]) => name === 'text')?.[1]
  if (!conversationId || !text) return false
  try {
    saveDraft(ctx, { conversationId, text })
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
  deleteUnsentForm(ctx.actor.id, path)
  return true
}

/**
 * The beginning of what was typed, by which a form is recognised. A posted form does not say which of its values were typed: what looks like
 * the value of an option or a ticked box is left out of the line, and sent back all the same.
 */
const preview = (fields: UnsentForm['fields']) =>
  truncate(
    fields
      .map(([, value]) => value.trim())
      .filter((value) => /\p{L}{2}/u.test(value) && !isId.test(value) && !isCode.test(value))
      .join(' · '),
    200,
  )
const isId = /^[\da-f]{8}-[\da-f-]{27}$/
/** Such as `on`, `fixed_price`, `true`, `reverse-charge`, `EUR`, `fi-FI` and `Europe/Helsinki`. */
const isCode = /^(?:[a-z\d]+(?:[_-][a-z\d]+)*|[A-Z]{2,3}|[a-z]{2}-[A-Z]{2}|[A-Z]\w+(?:\/\w[\w+-]*)+)$/

export default function Continue() {
  const { forms, restoreField } = useLoaderData<typeof loader>()
  const { t } = useTranslation('accounts')
  const numbered = (number: number) => t('continue.numbered', { number, total: forms.length })
  return (
    <div className="flex flex-col gap-6">
      {forms.map((form, index) => (
        <SavedForm
          key={form.path}
          {...form}
          heading={forms.length === 1 ? t('continue.heading') : numbered(index + 1)}
          restoreField={restoreField}
        />
      ))}
    </div>
  )
}

type SavedFormProps = UnsentForm & { heading: string; restoreField: string }

function SavedForm({ heading, path, back, fields, withFiles, withPasswords, restoreField }: SavedFormProps) {
  const { t } = useTranslation('accounts')
  const typed = preview(fields)
  return (
    <form method="post" action={path} encType={withFiles ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}>
      {[...fields, [restoreField, 'yes'] as const].map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and nothing is added or moved
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <ConfirmPanel
        title={heading}
        confirmLabel={t('continue.show')}
        cancelTo={back}
        cancelLabel={t('continue.discard')}
        destructive={false}
      >
        <p>{t('continue.text')}</p>
        {typed && (
          <blockquote className="border-s-2 border-border ps-3 text-foreground wrap-anywhere">{typed}</blockquote>
        )}
        {withPasswords && <p>{t('continue.passwords')}</p>}
        {withFiles && <p>{t('continue.files')}</p>}
      </ConfirmPanel>
    </form>
  )
}
