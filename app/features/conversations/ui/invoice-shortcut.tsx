import { ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'
import type { ConversationType } from '#db/vocabulary/chat.ts'

/** A link from a client conversation to a new invoice for that client. Nothing in other conversations. */
export function InvoiceShortcut({
  type,
  clientName,
  compact = false,
}: {
  type: ConversationType
  clientName: string | null
  /** Icon only, for headers. */
  compact?: boolean
}) {
  const { t } = useTranslation('chat')
  if (type !== 'client' || !clientName) return null
  const to = `/invoicing?${new URLSearchParams({ clientName, create: 'true' })}`
  return (
    <ButtonLink to={to} variant={compact ? 'ghost' : 'outline'} size={compact ? 'icon' : 'md'} icon={ReceiptText}>
      {t('screen.invoice')}
    </ButtonLink>
  )
}
